create table worldpop_datasets (
  id integer generated always as identity primary key,
  iso3_code text not null references countries,
  year integer not null check (year between 1900 and 2100),
  category text not null check (category in ('population', 'age_sex', 'density', 'births', 'other')),
  -- as its publisher calls it: 100m, 1km
  resolution text not null,
  constrained boolean not null default false,
  un_adjusted boolean not null default false,
  -- where it was brought in from; null: sent as a file
  url text,
  sha256 text not null,
  asset_id integer not null unique references assets,
  created_by integer references users,
  created_at timestamptz not null default now(),
  unique (iso3_code, year, category, resolution, constrained, un_adjusted)
);

-- Coverage by country and year.
create index surveys_iso3 on surveys (iso3_code, source_date);
