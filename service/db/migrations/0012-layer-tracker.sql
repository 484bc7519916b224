-- Workbooks in which people track layers. sheet_id corresponds to the id in a Google sheet's address.
create table tracker_workbooks (
  id integer generated always as identity primary key,
  sheet_id text not null unique,
  title text not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index tracker_workbooks_changed on tracker_workbooks (changed_at, id);
create index tracker_workbooks_created_by on tracker_workbooks (created_by) where created_by is not null;

create table tracker_sheets (
  id integer generated always as identity primary key,
  workbook_id integer not null references tracker_workbooks on delete cascade,
  name text not null
);
create unique index tracker_sheets_name on tracker_sheets (workbook_id, lower(name));

create table tracker_rows (
  sheet_id integer not null references tracker_sheets on delete cascade,
  -- kept when the job is deleted: the tracker is a record of its own
  job_id integer not null,
  position integer not null,
  -- cells by column
  cells jsonb not null,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null default now(),
  primary key (sheet_id, job_id),
  unique (sheet_id, position)
);
create index tracker_rows_changed_by on tracker_rows (changed_by) where changed_by is not null;

-- Who is writing to a Google workbook now. A lease that has expired by this database's clock can be taken over, so
-- neither a transaction nor a lock is held while Google is called.
create table tracker_leases (
  spreadsheet_id text primary key,
  owner uuid not null,
  expires_at timestamptz not null
);
