-- Lists ask for nulls last only where there may be some; made so, one index serves both directions.
drop index products_newest;
create index products_newest on products (created_at, id) where job_id is null or final;
create index products_by_target on products (target collate "und-x-icu", id) where job_id is null or final;
create index products_by_country on products (iso3_code, source, target, created_at, id) where job_id is null or final;

-- As with descriptions of jobs: without pg_trgm every row is read.
do $$ begin
  create index products_title_words on products using gin (title gin_trgm_ops);
exception when undefined_object then
  raise notice 'Without pg_trgm: searches inside titles read every row.';
end $$;
