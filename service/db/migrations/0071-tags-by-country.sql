-- The country of a tag's job beside the tag: the jobs of a country that carry several tags are found from the index of tags,
-- without a look at each job that carries them elsewhere.
alter table job_tags add column iso3_code text not null default '';
update job_tags set iso3_code = jobs.iso3_code from jobs where jobs.id = job_tags.job_id;
create index job_tags_tag_country on job_tags (tag_id, iso3_code, job_id);

create function fill_tag_country() returns trigger language plpgsql as $$
begin
  -- Without such a job the reference refuses the row.
  new.iso3_code := coalesce((select iso3_code from jobs where id = new.job_id), '');
  return new;
end $$;
create trigger job_tags_country before insert or update of job_id on job_tags
  for each row execute function fill_tag_country();

-- A job hardly ever changes its country. Who does it waits for those who are writing tags, and they for him, so that none of
-- theirs is missed; nobody else takes a lock.
create function wait_for_tags() returns trigger language plpgsql as $$
begin
  lock table job_tags in share row exclusive mode;
  return new;
end $$;
create trigger jobs_country_moves before update of iso3_code on jobs
  for each row when (old.iso3_code is distinct from new.iso3_code) execute function wait_for_tags();
create function move_tag_country() returns trigger language plpgsql as $$
begin
  update job_tags set iso3_code = new.iso3_code where job_id = new.id;
  return null;
end $$;
create trigger jobs_country_moved after update of iso3_code on jobs
  for each row when (old.iso3_code is distinct from new.iso3_code) execute function move_tag_country();
