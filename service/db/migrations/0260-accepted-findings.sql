-- Warnings about an asset that were accepted, and why. A finding has a code; band 0 is the whole file.
create table accepted_findings (
  asset_id integer not null references assets on delete cascade,
  code text not null,
  band integer not null,
  reason text not null check (length(reason) between 1 and 500),
  accepted_by integer references users,
  accepted_at timestamptz not null default now(),
  primary key (asset_id, code, band)
);
create index on accepted_findings (accepted_by);
