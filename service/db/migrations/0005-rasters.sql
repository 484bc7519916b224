create table assets (
  id integer generated always as identity primary key,
  name text not null,
  -- As it was sent; null until the asset is ready if a worker fetches it or makes it from another raster.
  file_id integer references files,
  -- The Cloud-Optimized GeoTIFF that tiles, values, samples and layers are read from; null if the file itself is one.
  cog_file_id integer references files,
  width integer not null,
  height integer not null,
  -- GDAL order without the constant row: a b c d e f with x = a*col + b*row + c, y = d*col + e*row + f
  affine double precision[] not null check (array_length(affine, 1) = 6),
  epsg integer,
  -- A reference system without an EPSG code: the name that the file gives it, and its definition as PROJ's string.
  crs_name text,
  crs_definition text,
  nodata double precision,
  bounds double precision[] not null check (array_length(bounds, 1) = 4),
  created_by integer references users,
  created_at timestamptz not null default now(),
  -- What inspecting the file found; null if it was not inspected for it.
  data_type text,
  band_count integer,
  compression text,
  cloud_optimized boolean not null default false,
  -- EPSG:4326, north up, cells of 30 arc-seconds whose edges lie on whole multiples of 30 arc-seconds
  on_reference_grid boolean not null default false,
  processed_from integer references assets,
  -- How it was made from that asset, as a body of the call that made it.
  recipe jsonb,
  -- An asset whose sender did not wait: received, then inspected by a worker, then ready or rejected. Until it is ready
  -- its grid is all zeros, and it has no bands.
  status text not null default 'ready' check (status in ('received', 'inspecting', 'ready', 'rejected')),
  -- How much of its cells a worker has read.
  fraction double precision check (fraction between 0 and 1),
  -- How it came in, and what was said about it: what the worker needs to go on.
  intake jsonb,
  -- The resumable upload that its file was, and becomes again if the asset is removed before it is ready.
  upload jsonb,
  -- Why it was rejected, or why the COG of a ready asset could not be made again.
  findings jsonb,
  -- West, south, east, north on WGS 84, for searches by area. Null until the first search computes it; empty where it
  -- cannot be computed.
  extent double precision[],
  check ((status in ('received', 'inspecting')) = (intake is not null)),
  check (fraction is null or status = 'inspecting'),
  constraint assets_file_check check (file_id is not null or status <> 'ready'),
  constraint assets_findings_check check (
    case status when 'rejected' then findings is not null when 'ready' then true else findings is null end)
);
create index assets_processed_from on assets (processed_from);
create index assets_file on assets (file_id);
create index assets_cog_file on assets (cog_file_id) where cog_file_id is not null;
create index assets_created_by on assets (created_by) where created_by is not null;
create index assets_unfinished on assets (created_by) where status in ('received', 'inspecting');
create index assets_without_extent on assets (id) where extent is null and status = 'ready';

-- Assets that are deleted: their links end with them.
create function withdraw_links_of_asset() returns trigger language plpgsql as $$
begin
  perform withdraw_links('asset', old.id::text);
  return null;
end $$;
create trigger assets_withdraw_links after delete on assets
  for each row execute function withdraw_links_of_asset();

-- Warnings about an asset that were accepted, and why. A finding has a code; band 0 is the whole file.
create table accepted_findings (
  asset_id integer not null references assets on delete cascade,
  code text not null,
  band integer not null,
  reason text not null check (length(reason) between 1 and 500),
  accepted_by integer references users,
  accepted_at timestamptz not null default now(),
  primary key (asset_id, code, band)
);
create index on accepted_findings (accepted_by);

create table bands (
  id integer generated always as identity primary key,
  asset_id integer not null references assets on delete cascade,
  band_index integer not null default 1,
  name text not null unique,
  description text not null default '',
  unit text not null default '',
  year integer,
  source text not null default '',
  iso3_code text references countries,
  -- Whether its cells are classes. Its statistics list the classes once the COG of its asset is made for them: until then
  -- it is to be made again.
  categorical boolean not null default false,
  -- {min,max,mean,sd,valid,histogram}
  statistics jsonb not null,
  created_at timestamptz not null default now()
);
create index bands_asset on bands (asset_id);
create index bands_to_rebuild on bands (asset_id) where categorical <> (statistics ? 'classes');
create trigger note_removed_input after delete on bands
  for each row execute function note_removed_input('band');

create table collections (
  id integer generated always as identity primary key,
  name text not null unique,
  description text not null default '',
  -- the current version
  version integer not null default 1,
  created_by integer references users,
  created_at timestamptz not null default now()
);
create index collections_created_by on collections (created_by) where created_by is not null;
create trigger note_removed_input after delete on collections
  for each row execute function note_removed_input('collection');

-- What a collection contained, and since when. Versions are added, never changed: jobs refer to the one they were
-- submitted with.
create table collection_versions (
  collection_id integer not null references collections on delete cascade,
  version integer not null default 1 check (version > 0),
  population_band_id integer references bands,
  -- the version whose contents this one has again
  restored_from integer,
  created_by integer references users,
  created_at timestamptz not null default now(),
  primary key (collection_id, version)
);
create index collection_versions_population on collection_versions (population_band_id);
create index collection_versions_created_by on collection_versions (created_by) where created_by is not null;

create table collection_bands (
  collection_id integer not null,
  version integer not null default 1,
  position integer not null,
  band_id integer not null references bands,
  -- the covariate of which the band is one year; null for a covariate of a single band
  series text,
  -- the band's year when the version was made; of a series only
  year integer,
  primary key (collection_id, version, position),
  unique (collection_id, version, band_id),
  constraint collection_bands_version_fkey foreign key (collection_id, version)
    references collection_versions on delete cascade,
  constraint collection_bands_year check ((series is null) = (year is null))
);
create index collection_bands_band on collection_bands (band_id);

create table worldpop_datasets (
  id integer generated always as identity primary key,
  iso3_code text not null references countries,
  year integer not null check (year between 1900 and 2100),
  category text not null check (category in ('population', 'age_sex', 'density', 'births', 'other')),
  -- as its publisher names it: 100m, 1km
  resolution text not null,
  constrained boolean not null default false,
  un_adjusted boolean not null default false,
  -- the address it was fetched from; null if it was sent as a file
  url text,
  sha256 text not null,
  asset_id integer not null unique references assets,
  created_by integer references users,
  created_at timestamptz not null default now(),
  unique (iso3_code, year, category, resolution, constrained, un_adjusted)
);
create index worldpop_datasets_created_by on worldpop_datasets (created_by) where created_by is not null;

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
