-- Newest first with nulls last, as lists order it.
drop index products_listed;
create index products_newest on products (created_at desc nulls last, id desc) where job_id is null or final;
-- Countries that have been modelled, without a look at the jobs themselves.
create index jobs_completed_iso3 on jobs (iso3_code) where status = 'completed';
