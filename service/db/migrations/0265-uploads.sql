-- Resumable uploads, until a raster takes the file over.
create table uploads (
  id uuid primary key,
  key text not null unique,
  name text not null,
  size bigint not null check (size > 0),
  -- How the store continues it; none before the first bytes.
  handle text,
  -- Known once all bytes have arrived, unless they came through several processes: then it is computed when needed.
  sha256 text,
  complete boolean not null default false,
  -- None: the account was removed; the upload expires.
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The request that appends now; one that no longer renews it has ended.
  writer uuid,
  writer_until timestamptz
);
create index on uploads (created_by);
create index on uploads (expires_at);
-- To recognise a file that is there already.
create index on files (sha256);
