-- A bulk upload of bands whose sender did not wait: received, then inspected by a worker, then ready or rejected.
create table band_uploads (
  id integer generated always as identity primary key,
  status text not null default 'received' check (status in ('received', 'inspecting', 'ready', 'rejected')),
  fraction double precision check (fraction between 0 and 1),
  -- The sheet, the rasters and the options: what the worker needs. The rasters have rows in files until then. As text
  -- rather than jsonb: cells may hold any character.
  intake json,
  -- What a call that waits would have answered.
  result json,
  -- Why it was rejected without a result.
  error text,
  created_by integer references users,
  created_at timestamptz not null default now(),
  check ((status in ('received', 'inspecting')) = (intake is not null)),
  check (status <> 'ready' or result is not null),
  check (status <> 'rejected' or (result is null) <> (error is null)),
  check (fraction is null or status = 'inspecting')
);
create index band_uploads_created_by on band_uploads (created_by) where created_by is not null;
create index band_uploads_unfinished on band_uploads (id) where status in ('received', 'inspecting');
