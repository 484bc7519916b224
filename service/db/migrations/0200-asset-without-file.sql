-- The asset of a result that a worker is still making from another raster: it has no file until it is ready.
alter table assets
  alter column file_id drop not null,
  add check (file_id is not null or (status <> 'ready' and processed_from is not null));
