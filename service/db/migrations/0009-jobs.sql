create function figure(document jsonb, variadic path text[]) returns double precision
  language sql immutable parallel safe
  -- Figures are null or absent where they could not be computed.
  return case when jsonb_typeof(document #> path) = 'number' then (document #>> path)::double precision end;

create table jobs (
  id integer generated always as identity primary key,
  job_key text unique,
  submission_id integer not null references submissions on delete cascade,
  app_user_id integer not null references users,
  -- row of the configuration sheet, header = 1
  config_row integer not null,
  iso3_code text not null references countries,
  target text not null,
  source text not null,
  source_wave text not null,
  source_date date,
  round text not null,
  data_description text not null default '',
  stack_name text not null,
  method text not null,
  -- the validated layer with defaults filled in and ids resolved
  layer jsonb not null,
  survey_id integer references surveys,
  -- points sent with the configuration instead of a catalogued survey
  points_file_id integer references files,
  improves_job_id integer references jobs,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  step text,
  fraction double precision not null default 0 check (fraction between 0 and 1),
  reason text,
  attempt integer not null default 0,
  final boolean not null default false,
  -- the job that replaced this one as the final one of its layer; null again once this one is final
  superseded_by integer references jobs on delete set null,
  all_adm_pass boolean,
  is_overfit boolean,
  -- {bounds, mean:{min,max,mean,histogram}, lower, upper, width}
  surfaces jsonb,
  diagnostics jsonb,
  datetime_submitted timestamptz not null default now(),
  datetime_started timestamptz,
  datetime_finished timestamptz,
  -- the version of the collection `stack_name`
  stack_version integer not null generated always as ((layer ->> 'stack_version')::int) stored,
  -- Metrics, duration and numeric parameters, so that lists sort and filter by them. RMSE is that over all clusters, as
  -- R² is, instead of the mean over folds.
  r2_random double precision generated always as (figure(diagnostics, 'cv_random', 'r2')) stored,
  r2_block double precision generated always as (figure(diagnostics, 'cv_block', 'r2')) stored,
  rmse_random double precision generated always as (figure(diagnostics, 'cv_random', 'rmse_pooled')) stored,
  rmse_block double precision generated always as (figure(diagnostics, 'cv_block', 'rmse_pooled')) stored,
  lpd_random double precision generated always as (figure(diagnostics, 'cv_random', 'lpd')) stored,
  lpd_block double precision generated always as (figure(diagnostics, 'cv_block', 'lpd')) stored,
  coverage_random double precision generated always as (figure(diagnostics, 'cv_random', 'coverage_95')) stored,
  coverage_block double precision generated always as (figure(diagnostics, 'cv_block', 'coverage_95')) stored,
  duration_s double precision generated always as (
    case when status = 'completed' then extract(epoch from datetime_finished - datetime_started)::double precision end) stored,
  seed double precision generated always as (figure(layer, 'seed')) stored,
  folds double precision generated always as (figure(layer, 'folds')) stored,
  draws double precision generated always as (figure(layer, 'draws')) stored,
  check (status <> 'failed' or reason is not null)
);
create unique index jobs_one_final on jobs (iso3_code, target, source, source_wave, round) where final;

-- Filters of lists, and the order in which lists sort. One index serves both directions.
create index jobs_datetime on jobs (datetime_submitted, id);
create index jobs_status_datetime on jobs (status, datetime_submitted);
create index jobs_app_user on jobs (app_user_id, datetime_submitted);
create index jobs_iso3 on jobs (iso3_code, datetime_submitted);
create index jobs_target on jobs (target, status, datetime_submitted, id);
create index jobs_source on jobs (source, datetime_submitted, id);
create index jobs_wave on jobs (source_wave, datetime_submitted, id);
create index jobs_final on jobs (datetime_submitted, id) where final;
create index jobs_by_target on jobs (target collate "und-x-icu", id);
create index jobs_by_source on jobs (source collate "und-x-icu", id);
create index jobs_by_wave on jobs (source_wave collate "und-x-icu", id);
create index jobs_by_round on jobs (round collate "und-x-icu", id);
create index jobs_by_source_date on jobs (source_date, id);
-- Totals of filtered lists from the index alone: filters that name one value each, or few.
create index jobs_facets on jobs (iso3_code, source, status, target, source_wave, round, datetime_submitted)
  include (final, all_adm_pass, is_overfit, app_user_id, id);
-- What a list of submissions reads about their jobs (counts by status; is there a layer of this country, source, …), from
-- the index alone.
create index jobs_of_submission on jobs (submission_id, status) include (iso3_code, source, source_wave, round, stack_name);
-- Countries that have been modelled, without reading the jobs themselves.
create index jobs_completed_iso3 on jobs (iso3_code) where status = 'completed';
-- Few jobs are waiting or running: positions in the queue, the size of the queue, lost jobs.
create index jobs_unfinished on jobs (app_user_id, id) where status in ('pending', 'running');
-- Where a collection or a population band is in use.
create index jobs_collection_version on jobs (((layer ->> 'collection_id')::int), stack_version);
create index jobs_population on jobs (((layer ->> 'population_band_id')::int)) where layer ->> 'population_band_id' is not null;
create index jobs_superseded_by on jobs (superseded_by) where superseded_by is not null;
create index jobs_improves on jobs (improves_job_id) where improves_job_id is not null;
create index jobs_points_file on jobs (points_file_id) where points_file_id is not null;
-- Which jobs keep a survey from being deleted, and the layers on its page.
create index jobs_of_survey on jobs (survey_id) where survey_id is not null;
-- Without nulls, so a job costs nothing here until it completes, and one index serves both directions.
create index jobs_by_r2_random on jobs (r2_random, id) where r2_random is not null;
create index jobs_by_r2_block on jobs (r2_block, id) where r2_block is not null;
create index jobs_by_rmse_random on jobs (rmse_random, id) where rmse_random is not null;
create index jobs_by_rmse_block on jobs (rmse_block, id) where rmse_block is not null;
create index jobs_by_lpd_random on jobs (lpd_random, id) where lpd_random is not null;
create index jobs_by_lpd_block on jobs (lpd_block, id) where lpd_block is not null;
create index jobs_by_coverage_random on jobs (coverage_random, id) where coverage_random is not null;
create index jobs_by_coverage_block on jobs (coverage_block, id) where coverage_block is not null;
create index jobs_by_duration on jobs (duration_s, id) where duration_s is not null;

do $$ begin
  create index jobs_description_words on jobs using gin (data_description gin_trgm_ops);
  create index jobs_key_words on jobs using gin (job_key gin_trgm_ops);
exception when undefined_object then
  raise notice 'Without pg_trgm: searches inside descriptions and keys read every row.';
end $$;

-- Each change of what lists show of a job notifies the listeners; the payload is the job's id.
create function notify_job_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', new.id::text);
  return null;
end $$;
create trigger jobs_changed
  after insert or update of status, step, fraction, reason, attempt, final, all_adm_pass, is_overfit on jobs
  for each row execute function notify_job_changed();

create table job_tags (
  job_id integer not null references jobs on delete cascade,
  tag_id integer not null references tags on delete cascade,
  -- the country of the job: the index of tags alone finds the jobs of a country that have several tags
  iso3_code text not null default '',
  primary key (job_id, tag_id)
);
create index job_tags_tag_job on job_tags (tag_id, job_id);
create index job_tags_tag_country on job_tags (tag_id, iso3_code, job_id);

create function fill_tag_country() returns trigger language plpgsql as $$
begin
  -- If there is no such job, the foreign key rejects the row.
  new.iso3_code := coalesce((select iso3_code from jobs where id = new.job_id), '');
  return new;
end $$;
create trigger job_tags_country before insert or update of job_id on job_tags
  for each row execute function fill_tag_country();

-- A tag of 100,000 jobs may be merged or deleted. A list that hears of one job is read again as a whole, so the newest
-- 200 are enough.
create function notify_tagged_jobs_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', job_id::text)
    from (select distinct job_id from changed order by job_id desc limit 200) as newest;
  return null;
end $$;
create trigger job_tags_added after insert on job_tags referencing new table as changed
  for each statement execute function notify_tagged_jobs_changed();
create trigger job_tags_removed after delete on job_tags referencing old table as changed
  for each statement execute function notify_tagged_jobs_changed();

create function notify_jobs_of_tag_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', job_id::text)
    from (select job_id from job_tags where tag_id = new.id order by job_id desc limit 200) as newest;
  return null;
end $$;
create trigger tags_renamed after update of name, colour on tags
  for each row when ((old.name, old.colour) is distinct from (new.name, new.colour))
  execute function notify_jobs_of_tag_changed();

-- A job keeps its country, because its tags repeat it: moving both at once could miss a tag added at the same moment.
create function reject_another_country() returns trigger language plpgsql as $$
begin
  raise exception 'Job % stays in %: run it again for another country.', old.id, old.iso3_code
    using errcode = 'check_violation';
end $$;
create trigger jobs_keep_country before update of iso3_code on jobs
  for each row when (old.iso3_code is distinct from new.iso3_code) execute function reject_another_country();

create table job_outputs (
  job_id integer not null references jobs on delete cascade,
  -- an output type of the contract, or 'width' (served as tiles only)
  type text not null,
  file_id integer not null references files,
  primary key (job_id, type)
);
create index job_outputs_file on job_outputs (file_id);

create table job_adm (
  job_id integer not null references jobs on delete cascade,
  level integer not null,
  position integer not null,
  code text not null,
  name text not null,
  clusters integer not null,
  observed double precision,
  observed_lower double precision,
  observed_upper double precision,
  modelled double precision,
  modelled_lower double precision,
  modelled_upper double precision,
  z double precision,
  pass boolean,
  -- What decisions about a unit need: people, those affected, exceedance and ranks.
  people double precision,
  affected double precision,
  affected_lower double precision,
  affected_upper double precision,
  exceedance double precision,
  rank double precision,
  rank_lower double precision,
  rank_upper double precision,
  highest double precision,
  -- Whether it is surely among those to act on first: the highest one alone says little where there are many, and of a
  -- coverage the lowest ones matter.
  highest_fifth double precision,
  lowest_fifth double precision,
  primary key (job_id, level, position)
);

-- Who marked which job as final, when and why; rows are added, never changed.
create table final_marks (
  id integer generated always as identity primary key,
  job_id integer not null references jobs on delete cascade,
  -- repeated from the job, so that one index finds the history of a layer
  iso3_code text not null,
  target text not null,
  source text not null,
  source_wave text not null,
  round text not null,
  -- false: the job is no longer final
  final boolean not null,
  -- the job that became final instead, if that is the cause
  superseded_by integer references jobs on delete set null,
  reason text,
  marked_by integer references users on delete set null,
  marked_at timestamptz not null default now()
);
create index final_marks_layer on final_marks (iso3_code, target, source, source_wave, round, id);
create index final_marks_job on final_marks (job_id);
create index final_marks_superseded_by on final_marks (superseded_by) where superseded_by is not null;
create index final_marks_marked_by on final_marks (marked_by) where marked_by is not null;
