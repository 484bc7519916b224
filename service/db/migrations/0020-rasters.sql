-- Keys in the file store that no row of files names yet, or any more. Whoever works on one renews seen_at; what nobody
-- renews is swept away.
create table loose_files (
  key text primary key,
  seen_at timestamptz not null default now()
);

-- What a look into the file told; null: catalogued before it was asked.
alter table assets
  add column data_type text,
  add column band_count integer,
  add column compression text,
  add column cloud_optimized boolean not null default false,
  -- EPSG:4326, north up, cells of 30 arc-seconds whose edges lie on whole multiples of 30 arc-seconds
  add column on_reference_grid boolean not null default false,
  add column processed_from integer references assets;

update assets set on_reference_grid = true
where epsg = 4326 and affine[2] = 0 and affine[4] = 0
  and abs(affine[1] * 120 - 1) < 1e-6 and abs(affine[5] * 120 + 1) < 1e-6
  and abs(affine[3] * 120 - round(affine[3] * 120)) < 1e-3 and abs(affine[6] * 120 - round(affine[6] * 120)) < 1e-3;

create index bands_asset on bands (asset_id);
create index collection_bands_band on collection_bands (band_id);
create index collections_population on collections (population_band_id);
create index assets_processed_from on assets (processed_from);
-- Where a collection or a population band is in use.
create index jobs_collection on jobs (((layer ->> 'collection_id')::int));
create index jobs_population on jobs (((layer ->> 'population_band_id')::int)) where layer ->> 'population_band_id' is not null;
