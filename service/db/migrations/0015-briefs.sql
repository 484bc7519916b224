-- Documents about jobs that people have requested; their files are deleted after a day.
create table briefs (
  id integer generated always as identity primary key,
  job_id integer not null references jobs on delete cascade,
  kind text not null,
  language text not null,
  -- Of the units that have a sheet each; none for other kinds.
  level integer check (level in (1, 2)),
  status text not null default 'received' check (status in ('received', 'writing', 'ready', 'failed')),
  fraction double precision check (fraction between 0 and 1),
  -- Why there is no file.
  reason text,
  file_id integer references files,
  created_by integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  check ((status = 'ready') = (file_id is not null)),
  check ((status = 'failed') = (reason is not null)),
  check (fraction is null or status = 'writing')
);
create index on briefs (created_by);
create index on briefs (job_id);
create index on briefs (created_at);
create index on briefs (file_id) where file_id is not null;
create index on briefs (id) where status in ('received', 'writing');
