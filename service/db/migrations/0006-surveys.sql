create table surveys (
  id integer generated always as identity primary key,
  iso3_code text not null references countries,
  source text not null,
  source_wave text not null,
  source_date date,
  round text not null,
  target text not null,
  clusters integer not null,
  households integer,
  -- names of the columns in the points file
  columns jsonb not null,
  simulated boolean not null default false,
  note text,
  -- What the methods page of a job says and only people know; empty: not stated.
  indicator_definition text not null default '',
  age_group text not null default '',
  period text not null default '',
  source_url text not null default '',
  licence text not null default '',
  -- How the clusters' coordinates were displaced: contract/displacement.ts. Null: the survey does not say.
  displacement text check (displacement in ('none', 'dhs')),
  -- What corrects the places of the points file as a whole, as its importer chose: contract/place-remedies.ts.
  place_remedy text check (
    place_remedy in ('swap', 'negate-longitude', 'negate-latitude', 'negate-both', 'wrap-longitude')),
  file_id integer not null references files,
  created_by integer references users,
  created_at timestamptz not null default now(),
  unique nulls not distinct (iso3_code, source, source_wave, source_date, round, target)
);
create index surveys_source on surveys (source);
-- Coverage by country and year.
create index surveys_iso3 on surveys (iso3_code, source_date);
create index surveys_file on surveys (file_id);
create index surveys_created_by on surveys (created_by) where created_by is not null;
create trigger note_removed_input after delete on surveys
  for each row execute function note_removed_input('survey');

-- The validated clusters of a survey, as the engine and the map read them.
create table survey_clusters (
  survey_id integer not null references surveys on delete cascade,
  -- row of the points file; row 1 is the header
  row integer not null,
  cluster text not null check (cluster <> ''),
  longitude double precision not null check (longitude between -180 and 180),
  latitude double precision not null check (latitude between -90 and 90),
  numerator double precision not null check (numerator >= 0),
  denominator double precision not null check (denominator > 0 and denominator < 1e9),
  weight double precision check (weight > 0 and weight < 'infinity'),
  stratum text,
  -- as the file codes it
  urban text,
  primary key (survey_id, row),
  check (numerator <= denominator)
);

-- The year of a survey: of its date, else the first one in the name of its wave, as in 2017-18. The same rule is in
-- service/domain/collections/choose-years.ts.
create function survey_year(source_date date, source_wave text) returns integer language sql immutable
  return coalesce(extract(year from source_date)::int, substring(source_wave from '^(?:19|20)\d\d(?!\d)')::int);
