-- Figures of other units that people have requested of a job's posterior; deleted after a day.
create table aggregates (
  id integer generated always as identity primary key,
  job_id integer not null references jobs on delete cascade,
  request jsonb not null,
  status text not null default 'received' check (status in ('received', 'writing', 'ready', 'failed')),
  fraction double precision check (fraction between 0 and 1),
  -- Why there are no figures.
  reason text,
  result jsonb,
  created_by integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  check ((status = 'ready') = (result is not null)),
  check ((status = 'failed') = (reason is not null)),
  check (fraction is null or status = 'writing')
);
create index on aggregates (created_by);
create index on aggregates (job_id);
create index on aggregates (created_at);
create index on aggregates (id) where status in ('received', 'writing');
