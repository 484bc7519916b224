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

insert into collection_versions (collection_id, version, population_band_id, created_by, created_at)
  select id, 1, population_band_id, created_by, created_at from collections;

-- The current version.
alter table collections add column version integer not null default 1, drop column population_band_id;

alter table collection_bands
  add column version integer not null default 1,
  -- the covariate of which the band is one year; null for a covariate of a single band
  add column series text,
  -- the band's year when the version was made; of a series only
  add column year integer,
  add constraint collection_bands_year check ((series is null) = (year is null)),
  drop constraint collection_bands_pkey,
  drop constraint collection_bands_collection_id_band_id_key,
  drop constraint collection_bands_collection_id_fkey,
  add primary key (collection_id, version, position),
  add unique (collection_id, version, band_id),
  add constraint collection_bands_version_fkey foreign key (collection_id, version)
    references collection_versions on delete cascade;

-- Before there were versions, a collection that a job had used could not be changed.
alter table jobs
  add column stack_version integer not null generated always as (coalesce((layer ->> 'stack_version')::int, 1)) stored;

create index jobs_collection_version on jobs (((layer ->> 'collection_id')::int), stack_version);
drop index jobs_collection;

-- As before, but the grid is that of the job's version of the collection.
create or replace function catalogue_final_job() returns trigger language plpgsql as $$
begin
  if not (new.final and new.status = 'completed') then
    update products set final = false where job_id = new.id and final;
    return null;
  end if;
  insert into products (job_id, job_key, iso3_code, target, source, source_wave, source_date, round, year, title,
      data_description, resolution_m, epsg, bounds, final, created_by, created_at)
  select new.id, coalesce(new.job_key, new.id::text), new.iso3_code, new.target, new.source, new.source_wave,
    new.source_date, new.round,
    coalesce(extract(year from new.source_date)::int, substring(new.source_wave from '^(?:19|20)\d\d$')::int),
    country.name || ': ' || new.target || ', ' || new.source || ' ' || new.source_wave || ', round ' || new.round,
    new.data_description,
    -- metres in a degree of latitude, on a sphere of the mean radius 6,371,008.8 m
    abs(grid.affine[5]) * 111195.08, 4326,
    case when jsonb_typeof(new.surfaces -> 'bounds') = 'array'
      then array(select value::double precision from jsonb_array_elements_text(new.surfaces -> 'bounds')) end,
    true, new.app_user_id, coalesce(new.datetime_finished, now())
  from countries as country
  left join lateral (
    select assets.affine from collection_bands
    join bands on bands.id = collection_bands.band_id join assets on assets.id = bands.asset_id
    where collection_bands.collection_id = (new.layer ->> 'collection_id')::int
      and collection_bands.version = new.stack_version
    order by collection_bands.position limit 1
  ) as grid on true
  where country.iso3_code = new.iso3_code
  on conflict (job_id) do update set final = true;
  return null;
end $$;
