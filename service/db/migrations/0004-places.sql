create table countries (
  iso3_code text primary key check (iso3_code ~ '^[A-Z]{3}$'),
  name text not null,
  -- The service fills these when it starts; null only until then.
  iso2_code text check (iso2_code ~ '^[A-Z]{2}$'),
  numeric_code text check (numeric_code ~ '^[0-9]{3}$'),
  region text,
  sub_region text,
  intermediate_region text,
  -- west, south, east, north; west > east across the antimeridian
  bounds double precision[] check (array_length(bounds, 1) = 4)
);

-- Inputs of layers that somebody has removed since, for the reports of those layers.
create table removed_inputs (
  kind text not null,
  id integer not null,
  name text not null,
  removed_at timestamptz not null default now(),
  primary key (kind, id)
);

create function note_removed_input() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  insert into removed_inputs (kind, id, name)
    values (tg_argv[0], old.id, coalesce(was ->> 'name',
      concat_ws(' ', was ->> 'iso3_code', was ->> 'place_type', was ->> 'source', was ->> 'source_wave', was ->> 'version')))
    on conflict do nothing;
  return null;
end $$;

create table place_group_versions (
  id integer generated always as identity primary key,
  iso3_code text not null references countries,
  place_type text not null check (place_type in ('adm0', 'adm1', 'adm2')),
  version text not null,
  is_default boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (iso3_code, place_type, version)
);
create unique index place_group_versions_default on place_group_versions (iso3_code, place_type) where is_default;
create trigger note_removed_input after delete on place_group_versions
  for each row execute function note_removed_input('outlines');

create table places (
  id integer generated always as identity primary key,
  version_id integer not null references place_group_versions on delete cascade,
  position integer not null,
  code text not null,
  name text not null,
  parent_code text,
  -- GeoJSON Polygon or MultiPolygon, longitude before latitude
  geometry jsonb not null,
  unique (version_id, code),
  unique (version_id, position)
);
