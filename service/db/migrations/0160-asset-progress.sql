-- How much of an asset's cells a worker has read, while it is being inspected.
alter table assets
  add column fraction double precision check (fraction between 0 and 1),
  add check (fraction is null or status = 'inspecting');
