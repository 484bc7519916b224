-- The validated clusters of a survey, as the engine and the map read them. Surveys without rows here were imported before;
-- their points file is read through the same reader.
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
