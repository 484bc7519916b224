-- Who writes to a workbook of Google's at this moment. Taken over once it has expired by this database's clock, so that
-- neither a transaction nor a lock lasts while Google is asked.
create table tracker_leases (
  spreadsheet_id text primary key,
  owner uuid not null,
  expires_at timestamptz not null
);
