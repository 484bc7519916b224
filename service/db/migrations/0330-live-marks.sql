-- Lists show marks, flags and tags too, so their changes notify as well; still one notification per changed row.
drop trigger jobs_changed on jobs;
create trigger jobs_changed
  after insert or update of status, step, fraction, reason, attempt, final, all_adm_pass, is_overfit on jobs
  for each row execute function notify_job_changed();

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
