-- An asset whose sender did not wait: received, then inspected by a worker, then ready or rejected. Until it is ready its
-- grid is all zeros, and it has no bands.
alter table assets
  add column status text not null default 'ready' check (status in ('received', 'inspecting', 'ready', 'rejected')),
  -- How it came in, and what was said about it: what the worker needs to go on.
  add column intake jsonb,
  -- Why it was rejected.
  add column findings jsonb,
  add check ((status in ('received', 'inspecting')) = (intake is not null)),
  add check ((status = 'rejected') = (findings is not null));
create index assets_unfinished on assets (created_by) where status in ('received', 'inspecting');
