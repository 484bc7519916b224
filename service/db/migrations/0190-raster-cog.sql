-- The Cloud-Optimized GeoTIFF that tiles, values, samples and layers are read from; file_id stays the file as it was sent.
-- Null: the asset was catalogued before this, or its file is such a GeoTIFF of our own.
alter table assets add column cog_file_id integer references files;
create index assets_cog_file on assets (cog_file_id) where cog_file_id is not null;
