create table submissions (
  id integer generated always as identity primary key,
  title text not null,
  app_user_id integer not null references users,
  project_id integer references projects,
  parent_id integer references submissions,
  config_file_id integer not null references files,
  datetime_submitted timestamptz not null default now(),
  -- Who may cancel and resubmit it after its author has handed it over; null: the author.
  owner_id integer references users,
  -- How it differs from its parent: which layers correspond, and the changed cells.
  changes jsonb
);
create index submissions_datetime on submissions (datetime_submitted, id);
create index submissions_app_user on submissions (app_user_id);
create index submissions_owner on submissions (owner_id) where owner_id is not null;
create index submissions_parent on submissions (parent_id) where parent_id is not null;
create index submissions_config_file on submissions (config_file_id);
-- The list of projects counts them.
create index submissions_project on submissions (project_id) where project_id is not null;

-- Indexes of words, for 'contains'. pg_trgm is one of PostgreSQL's own extensions; without it searches read every row.
do $$ begin
  create extension if not exists pg_trgm;
  create index submissions_title_words on submissions using gin (title gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'Without pg_trgm: searches inside titles read every row.';
end $$;

-- A repeated request with the same key gets the first answer; the same key with another body is rejected.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null,
  body_sha256 text not null,
  submission_id integer references submissions on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- That a submission has ended, for its author and its owner. Written in the transaction that ends its last job.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  submission_id integer not null references submissions on delete cascade,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- A submission ends once: layers that run again are another submission.
  unique (user_id, submission_id)
);
create index notifications_newest on notifications (user_id, id);
create index notifications_submission on notifications (submission_id);

-- A person without a row has the defaults.
create table notification_preferences (
  user_id integer primary key references users on delete cascade,
  in_workspace boolean not null default true,
  by_email boolean not null default false,
  failures_only boolean not null default false
);
