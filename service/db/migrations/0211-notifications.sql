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
