-- Workbooks in which people track layers; sheet_id is what a Google sheet's address would carry.
create table tracker_workbooks (
  id integer generated always as identity primary key,
  sheet_id text not null unique,
  title text not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index tracker_workbooks_changed on tracker_workbooks (changed_at, id);

create table tracker_sheets (
  id integer generated always as identity primary key,
  workbook_id integer not null references tracker_workbooks on delete cascade,
  name text not null
);
create unique index tracker_sheets_name on tracker_sheets (workbook_id, lower(name));

create table tracker_rows (
  sheet_id integer not null references tracker_sheets on delete cascade,
  -- kept when the job is gone: the tracker is a record of its own
  job_id integer not null,
  position integer not null,
  -- cells by column
  cells jsonb not null,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null default now(),
  primary key (sheet_id, job_id),
  unique (sheet_id, position)
);
