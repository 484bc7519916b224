-- West, south, east, north on WGS 84, for searches by area. Null until the first search computes it; empty where it
-- cannot be computed.
alter table assets add column extent double precision[];
create index assets_without_extent on assets (id) where extent is null and status = 'ready';
