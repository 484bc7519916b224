-- Filled by the start of the service; null only until then.
alter table countries
  add column iso2_code text check (iso2_code ~ '^[A-Z]{2}$'),
  add column numeric_code text check (numeric_code ~ '^[0-9]{3}$'),
  add column region text,
  add column sub_region text,
  add column intermediate_region text,
  -- west, south, east, north; west > east across the antimeridian
  add column bounds double precision[] check (array_length(bounds, 1) = 4);
