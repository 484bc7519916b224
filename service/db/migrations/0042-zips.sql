-- A zip that a person asked for: what is in it, in which order. Its bytes are made while they are sent.
create table zips (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- [{path, file_id, key, size, sha256}]; fixed, so that a download can go on where it broke off
  entries jsonb not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index zips_expires on zips (expires_at);
create index zips_user on zips (user_id);

-- CRC-32 of stored files, as zips need it; learnt the first time that a file is read through.
create table file_crcs (
  file_id integer primary key references files on delete cascade,
  crc32 bigint not null check (crc32 between 0 and 4294967295)
);

-- Zips on their way to people, in any process; a row whose beat has stopped is of a process that died.
create table zip_streams (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  beat_at timestamptz not null default now()
);
create index zip_streams_user on zip_streams (user_id, beat_at);
