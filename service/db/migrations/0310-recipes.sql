-- How a processed raster was made from another asset, as a body of the call that made it.
alter table assets add column recipe jsonb;
