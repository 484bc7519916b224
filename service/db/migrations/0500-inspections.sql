-- A raster that is only inspected, and whose sender does not wait. Its file stays what it was: a resumable upload, or
-- one that the worker fetches.
create table inspections (
  id integer generated always as identity primary key,
  status text not null default 'received' check (status in ('received', 'inspecting', 'ready', 'rejected')),
  fraction double precision check (fraction between 0 and 1),
  -- What the worker needs.
  intake jsonb,
  -- What a call that waits would have answered.
  result json,
  -- Why there is no result.
  error json,
  created_by integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  check ((status in ('received', 'inspecting')) = (intake is not null)),
  check ((status = 'ready') = (result is not null)),
  check ((status = 'rejected') = (error is not null)),
  check (fraction is null or status = 'inspecting')
);
create index on inspections (created_by);
create index on inspections (id) where status in ('received', 'inspecting');

-- The resumable upload that an asset's file was, and becomes again if the asset is removed before it is ready.
alter table assets add column upload jsonb;

-- A raster that a worker fetches has no file until it is ready either.
alter table assets
  drop constraint assets_check3,
  add constraint assets_file_check check (file_id is not null or status <> 'ready');
