-- Lists no longer ask for nulls last where a column has none, so one index serves both directions.
drop index jobs_datetime_newest;

-- Totals of filtered lists from the index alone: filters that name one value each, or few.
create index jobs_facets on jobs (iso3_code, source, status, target, source_wave, round, datetime_submitted)
  include (final, all_adm_pass, is_overfit, app_user_id, id);
create index jobs_target on jobs (target, status, datetime_submitted, id);
create index jobs_wave on jobs (source_wave, datetime_submitted, id);
create index jobs_final on jobs (datetime_submitted, id) where final;

-- Sorted as lists sort words.
create index jobs_by_target on jobs (target collate "und-x-icu", id);
create index jobs_by_source on jobs (source collate "und-x-icu", id);
create index jobs_by_wave on jobs (source_wave collate "und-x-icu", id);
create index jobs_by_round on jobs (round collate "und-x-icu", id);
create index jobs_by_source_date on jobs (source_date, id);

-- 'Contains' in descriptions and titles. Part of PostgreSQL's own extensions; a server without them searches row by row.
do $$ begin
  create extension if not exists pg_trgm;
  create index jobs_description_words on jobs using gin (data_description gin_trgm_ops);
  create index submissions_title_words on submissions using gin (title gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'Without pg_trgm: searches inside texts read every row.';
end $$;

-- The jobs of a tag from the index alone.
create index job_tags_tag_job on job_tags (tag_id, job_id);
drop index job_tags_tag;
