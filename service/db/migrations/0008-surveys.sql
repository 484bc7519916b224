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
