-- What took a job's place as the final one of its layer; null again once it is final itself.
alter table jobs add column superseded_by integer references jobs on delete set null;
create index jobs_superseded_by on jobs (superseded_by) where superseded_by is not null;

-- Who marked what, when and why; rows are added, never changed.
create table final_marks (
  id integer generated always as identity primary key,
  job_id integer not null references jobs on delete cascade,
  -- of the job, so that the history of a layer is one leap in an index
  iso3_code text not null,
  target text not null,
  source text not null,
  source_wave text not null,
  round text not null,
  -- false: the job ceased to be final
  final boolean not null,
  -- the job that took the mark over, when that is why it ceased
  superseded_by integer references jobs on delete set null,
  reason text,
  marked_by integer references users on delete set null,
  marked_at timestamptz not null default now()
);
create index final_marks_layer on final_marks (iso3_code, target, source, source_wave, round, id);
create index final_marks_job on final_marks (job_id);
create index final_marks_superseded_by on final_marks (superseded_by) where superseded_by is not null;
