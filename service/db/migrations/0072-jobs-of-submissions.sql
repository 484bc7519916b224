-- What a list of submissions asks of their jobs (counts by status; is there a layer of this country, source, …), from the
-- index alone.
create index jobs_of_submission on jobs (submission_id, status) include (iso3_code, source, source_wave, round, stack_name);
drop index jobs_submission;
