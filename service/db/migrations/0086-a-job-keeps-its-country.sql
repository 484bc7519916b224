-- A job is of one country from its first row to its last file, and its tags name it. Moving both at once could miss a tag
-- given at the same moment, and nothing moves a job: so the database refuses it.
drop trigger jobs_country_moves on jobs;
drop trigger jobs_country_moved on jobs;
drop function wait_for_tags();
drop function move_tag_country();
update job_tags set iso3_code = jobs.iso3_code from jobs
  where jobs.id = job_tags.job_id and jobs.iso3_code <> job_tags.iso3_code;

create function refuse_another_country() returns trigger language plpgsql as $$
begin
  raise exception 'Job % stays in %: run it again for another country.', old.id, old.iso3_code
    using errcode = 'check_violation';
end $$;
create trigger jobs_keep_country before update of iso3_code on jobs
  for each row when (old.iso3_code is distinct from new.iso3_code) execute function refuse_another_country();
