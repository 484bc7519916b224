-- The year of a survey: of its date, else the first one in the name of its wave, as in 2017-18. The same rule is in
-- service/domain/collections/choose-years.ts.
create function survey_year(source_date date, source_wave text) returns integer language sql immutable
  return coalesce(extract(year from source_date)::int, substring(source_wave from '^(?:19|20)\d\d(?!\d)')::int);

update products set year = survey_year(source_date, source_wave) where year is null;

-- A product's time is that of its job's mark, not the end of its run.
update products set created_at = marks.marked_at
from (select job_id, max(marked_at) as marked_at from final_marks where final group by job_id) as marks
where marks.job_id = products.job_id;

-- As before, but for the year and the time: a job that is marked again is catalogued again.
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
