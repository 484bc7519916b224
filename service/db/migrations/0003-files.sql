-- What the file store holds. `key` is the location in the store, `name` the name the person gave the file.
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
-- Deleting an account searches every table that refers to it: hence an index for each such column, here and below.
create index files_created_by on files (created_by) where created_by is not null;
-- To recognise a file that is there already.
create index on files (sha256);

-- Keys in the file store without a row in `files`. The process that works on one renews seen_at; keys that nobody
-- renews are deleted.
create table loose_files (
  key text primary key,
  seen_at timestamptz not null default now()
);

-- Secrets that sign links. The highest generation signs; earlier ones still open the links they signed.
create table signing_secrets (
  generation integer primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Links to a record that were created before this time no longer open anything.
create table signed_link_revocations (
  kind text not null,
  record_id text not null,
  revoked_at timestamptz not null default now(),
  revoked_by integer references users,
  primary key (kind, record_id)
);
create index signed_link_revocations_revoked_by on signed_link_revocations (revoked_by) where revoked_by is not null;

-- A signed link opens what its record was when the link was created. Any change that takes that away revokes the
-- existing links in the same transaction.
create function withdraw_links(of_kind text, of_record text) returns void language sql as $$
  insert into signed_link_revocations (kind, record_id, revoked_at) values (of_kind, of_record, clock_timestamp())
  on conflict (kind, record_id) do update set revoked_at = excluded.revoked_at, revoked_by = null
$$;

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

-- A zip that a person requested: its entries in order. Its bytes are created while they are sent.
create table zips (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- [{path, file_id, key, size, sha256}]; fixed, so that an interrupted download can resume
  entries jsonb not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index zips_expires on zips (expires_at);
create index zips_user on zips (user_id);

-- CRC-32 of stored files, as zips need it; computed the first time a file is read through.
create table file_crcs (
  file_id integer primary key references files on delete cascade,
  crc32 bigint not null check (crc32 between 0 and 4294967295)
);

-- Zips being sent, in any process; a row whose heartbeat has stopped belongs to a process that died.
create table zip_streams (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  beat_at timestamptz not null default now()
);
create index zip_streams_user on zip_streams (user_id, beat_at);

-- The next lines of an open cursor as one text: the service sends them on unread and need not parse rows.
create function fetch_lines(lines refcursor, count integer) returns text
language plpgsql as $$
declare
  line text;
  taken text[] := '{}';
begin
  for i in 1..count loop
    fetch lines into line;
    exit when not found;
    taken[i] := line;
  end loop;
  return array_to_string(taken, '');
end $$;
