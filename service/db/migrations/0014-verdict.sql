-- The finest level at which a layer is informative and calibrated, in the order of lists; null until it is completed.
create type verdict_level as enum ('none', 'nation', 'adm1', 'adm2', 'cells');
alter table jobs add column verdict verdict_level;
create index jobs_by_verdict on jobs (verdict, id);
drop trigger jobs_changed on jobs;
create trigger jobs_changed
  after insert or update of status, step, fraction, reason, attempt, final, all_adm_pass, is_overfit, verdict on jobs
  for each row execute function notify_job_changed();
