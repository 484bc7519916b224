-- Search by parts of a job's key. Without pg_trgm it reads every row.
do $$ begin
  create index jobs_key_words on jobs using gin (job_key gin_trgm_ops);
exception when undefined_object then
  raise notice 'Without pg_trgm: searches inside keys read every row.';
end $$;
