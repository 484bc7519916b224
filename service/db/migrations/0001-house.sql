create table users (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  email_confirmed_at timestamptz,
  admitted_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table user_roles (
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('viewer', 'staff', 'admin')),
  primary key (user_id, role)
);

-- Tokens are random and stored as their SHA-256 only.
create table sessions (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address text
);
create index sessions_user_id on sessions (user_id);

create table login_failures (
  -- 'account:<e-mail>' or 'address:<ip>'
  subject text not null,
  at timestamptz not null default now()
);
create index login_failures_subject_at on login_failures (subject, at);

create table countries (
  iso3_code text primary key check (iso3_code ~ '^[A-Z]{3}$'),
  name text not null
);

create table tags (
  id integer generated always as identity primary key,
  name text not null,
  colour text not null default '#51637a'
);
create unique index tags_name_key on tags (lower(name));

-- What the file store holds; key is the place in the store, name is what the person called it.
create table files (
  id integer generated always as identity primary key,
  key text not null unique,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  created_by integer references users,
  created_at timestamptz not null default now()
);

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
  created_at timestamptz not null default now()
);

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

create table collections (
  id integer generated always as identity primary key,
  name text not null unique,
  description text not null default '',
  population_band_id integer references bands,
  created_by integer references users,
  created_at timestamptz not null default now()
);

create table collection_bands (
  collection_id integer not null references collections on delete cascade,
  position integer not null,
  band_id integer not null references bands,
  primary key (collection_id, position),
  unique (collection_id, band_id)
);

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

create table clients (
  id integer generated always as identity primary key,
  name text not null unique
);

create table projects (
  id integer generated always as identity primary key,
  name text not null,
  client_id integer references clients,
  description text not null default '',
  status text not null default 'active',
  start_date date,
  end_date date,
  created_at timestamptz not null default now()
);

create table submissions (
  id integer generated always as identity primary key,
  title text not null,
  app_user_id integer not null references users,
  project_id integer references projects,
  parent_id integer references submissions,
  config_file_id integer not null references files,
  datetime_submitted timestamptz not null default now()
);
create index submissions_datetime on submissions (datetime_submitted, id);
create index submissions_app_user on submissions (app_user_id);

create table jobs (
  id integer generated always as identity primary key,
  job_key text unique,
  submission_id integer not null references submissions on delete cascade,
  app_user_id integer not null references users,
  -- row of the configuration sheet, header = 1
  config_row integer not null,
  iso3_code text not null references countries,
  target text not null,
  source text not null,
  source_wave text not null,
  source_date date,
  round text not null,
  data_description text not null default '',
  stack_name text not null,
  method text not null,
  -- the judged layer with defaults filled in and ids resolved
  layer jsonb not null,
  survey_id integer references surveys,
  -- points sent along with the configuration, when no catalogued survey is meant
  points_file_id integer references files,
  improves_job_id integer references jobs,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  step text,
  fraction double precision not null default 0 check (fraction between 0 and 1),
  reason text,
  attempt integer not null default 0,
  final boolean not null default false,
  all_adm_pass boolean,
  is_overfit boolean,
  -- {bounds, mean:{min,max,mean,histogram}, lower, upper, width}
  surfaces jsonb,
  diagnostics jsonb,
  datetime_submitted timestamptz not null default now(),
  datetime_started timestamptz,
  datetime_finished timestamptz,
  check (status <> 'failed' or reason is not null)
);
create index jobs_datetime on jobs (datetime_submitted, id);
create index jobs_submission on jobs (submission_id);
create index jobs_status_datetime on jobs (status, datetime_submitted);
create index jobs_app_user on jobs (app_user_id, datetime_submitted);
create index jobs_iso3 on jobs (iso3_code, datetime_submitted);
create unique index jobs_one_final on jobs (iso3_code, target, source, source_wave, round) where final;

create table job_tags (
  job_id integer not null references jobs on delete cascade,
  tag_id integer not null references tags on delete cascade,
  primary key (job_id, tag_id)
);
create index job_tags_tag on job_tags (tag_id);

create table job_outputs (
  job_id integer not null references jobs on delete cascade,
  -- an output type of the contract, or 'width' (served as tiles only)
  type text not null,
  file_id integer not null references files,
  primary key (job_id, type)
);

create table job_adm (
  job_id integer not null references jobs on delete cascade,
  level integer not null,
  position integer not null,
  code text not null,
  name text not null,
  clusters integer not null,
  observed double precision,
  observed_lower double precision,
  observed_upper double precision,
  modelled double precision,
  modelled_lower double precision,
  modelled_upper double precision,
  z double precision,
  pass boolean,
  primary key (job_id, level, position)
);

-- A repeated send with the same key gets the first answer; another body under the same key is refused.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null,
  body_sha256 text not null,
  submission_id integer references submissions on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- Every change of a job's visible state is told to the listeners; the payload is the job's id.
create function notify_job_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', new.id::text);
  return null;
end $$;
create trigger jobs_changed after insert or update of status, step, fraction, reason, attempt on jobs
  for each row execute function notify_job_changed();
