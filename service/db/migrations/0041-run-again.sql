-- How a submission that was run again differs from its parent: which of its layers were which, and the changed cells.
alter table submissions add column changes jsonb;
create index submissions_parent on submissions (parent_id) where parent_id is not null;
create index jobs_improves on jobs (improves_job_id) where improves_job_id is not null;
