-- The legacy catalogue: one row per published surface, of a final job or of a checked-in raster. One table gives both
-- kinds one sequence of ids, and keeps edits in the catalogue apart from the job.
create table products (
  id integer generated always as identity primary key,
  job_id integer unique references jobs on delete cascade,
  asset_id integer unique references assets,
  job_key text not null unique,
  iso3_code text not null references countries,
  target text not null,
  source text not null,
  source_wave text not null,
  source_date date,
  round text not null,
  year integer,
  title text not null,
  data_description text not null default '',
  unit text not null default '',
  resolution_m double precision,
  epsg integer,
  bounds double precision[] check (array_length(bounds, 1) = 4),
  status text not null default 'published' check (status in ('draft', 'published', 'retired')),
  version text not null default '1',
  -- whether its job is final; a row whose job is no longer final is hidden
  final boolean not null default false,
  created_by integer references users,
  created_at timestamptz not null default now(),
  check (num_nonnulls(job_id, asset_id) = 1)
);
create index products_iso3 on products (iso3_code) where job_id is null or final;
create index products_source on products (source) where job_id is null or final;
create index products_created_by on products (created_by) where created_by is not null;
-- The order in which lists sort; one index serves both directions.
create index products_newest on products (created_at, id) where job_id is null or final;
create index products_by_target on products (target collate "und-x-icu", id) where job_id is null or final;
create index products_by_country on products (iso3_code, source, target, created_at, id) where job_id is null or final;

do $$ begin
  create index products_title_words on products using gin (title gin_trgm_ops);
exception when undefined_object then
  raise notice 'Without pg_trgm: searches inside titles read every row.';
end $$;

-- Tags of checked-in rasters; a job's product has the tags of its job.
create table product_tags (
  product_id integer not null references products on delete cascade,
  tag_id integer not null references tags on delete cascade,
  primary key (product_id, tag_id)
);
create index product_tags_tag on product_tags (tag_id);

create view tags_of_products as
  select product_id, tag_id from product_tags
  union all
  select products.id, job_tags.tag_id from products join job_tags on job_tags.job_id = products.job_id;

-- Adds a completed job to the catalogue when it becomes final, and hides its product when it no longer is. A product's
-- time is that of its job's mark: a job that is marked again is catalogued again.
create function catalogue_final_job() returns trigger language plpgsql as $$
begin
  if not (new.final and new.status = 'completed') then
    update products set final = false where job_id = new.id and final;
    return null;
  end if;
  insert into products (job_id, job_key, iso3_code, target, source, source_wave, source_date, round, year, title,
      data_description, resolution_m, epsg, bounds, final, created_by, created_at)
  select new.id, coalesce(new.job_key, new.id::text), new.iso3_code, new.target, new.source, new.source_wave,
    new.source_date, new.round,
    survey_year(new.source_date, new.source_wave),
    country.name || ': ' || new.target || ', ' || new.source || ' ' || new.source_wave || ', round ' || new.round,
    new.data_description,
    -- metres in a degree of latitude, on a sphere of the mean radius 6,371,008.8 m
    abs(grid.affine[5]) * 111195.08, 4326,
    case when jsonb_typeof(new.surfaces -> 'bounds') = 'array'
      then array(select value::double precision from jsonb_array_elements_text(new.surfaces -> 'bounds')) end,
    true, new.app_user_id, now()
  from countries as country
  left join lateral (
    select assets.affine from collection_bands
    join bands on bands.id = collection_bands.band_id join assets on assets.id = bands.asset_id
    where collection_bands.collection_id = (new.layer ->> 'collection_id')::int
      and collection_bands.version = new.stack_version
    order by collection_bands.position limit 1
  ) as grid on true
  where country.iso3_code = new.iso3_code
  on conflict (job_id) do update
    set final = true, created_at = case when products.final then products.created_at else now() end;
  return null;
end $$;
create trigger jobs_final_inserted after insert on jobs
  for each row when (new.final) execute function catalogue_final_job();
create trigger jobs_final_changed after update of final, status on jobs
  for each row when (new.final is distinct from old.final or (new.final and new.status is distinct from old.status))
  execute function catalogue_final_job();

-- Outputs that are deleted, or replaced by those of another attempt: revokes their links, those of their job's product
-- and those of the zips that contain them.
create function withdraw_links_of_output() returns trigger language plpgsql as $$
begin
  perform withdraw_links('job-output', old.job_id::text);
  perform withdraw_links('interpolation', id::text) from products where job_id = old.job_id;
  perform withdraw_links('zip', id::text) from zips
    where expires_at > now() and entries @> jsonb_build_array(jsonb_build_object('file_id', old.file_id));
  return null;
end $$;
create trigger job_outputs_withdraw_links after delete or update of file_id on job_outputs
  for each row execute function withdraw_links_of_output();

-- Products that are deleted or no longer published; published again, they need new links.
create function withdraw_links_of_product() returns trigger language plpgsql as $$
begin
  perform withdraw_links('interpolation', old.id::text);
  return null;
end $$;
create trigger products_withdraw_links after update of status, final on products
  for each row when ((old.status = 'published' and new.status <> 'published') or (old.final and not new.final))
  execute function withdraw_links_of_product();
create trigger products_deleted_withdraw_links after delete on products
  for each row execute function withdraw_links_of_product();
