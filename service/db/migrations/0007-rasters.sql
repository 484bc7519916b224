create table assets (
  id integer generated always as identity primary key,
  name text not null,
  file_id integer not null references files,
  width integer not null,
  height integer not null,
  -- GDAL order without the constant row: a b c d e f with x = a*col + b*row + c, y = d*col + e*row + f
  affine double precision[] not null check (array_length(affine, 1) = 6),
  epsg integer,
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
  processed_from integer references assets
);
create index assets_processed_from on assets (processed_from);
create index assets_file on assets (file_id);
create index assets_created_by on assets (created_by) where created_by is not null;

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
  -- {min,max,mean,sd,valid,histogram}
  statistics jsonb not null,
  created_at timestamptz not null default now()
);
create index bands_asset on bands (asset_id);

create table collections (
  id integer generated always as identity primary key,
  name text not null unique,
  description text not null default '',
  population_band_id integer references bands,
  created_by integer references users,
  created_at timestamptz not null default now()
);
create index collections_population on collections (population_band_id);
create index collections_created_by on collections (created_by) where created_by is not null;

create table collection_bands (
  collection_id integer not null references collections on delete cascade,
  position integer not null,
  band_id integer not null references bands,
  primary key (collection_id, position),
  unique (collection_id, band_id)
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
