-- What signs links. The highest generation signs; those before it still open the links that they signed.
create table signing_secrets (
  generation integer primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Links to a record that were made up to this moment open nothing any more.
create table signed_link_revocations (
  kind text not null,
  record_id text not null,
  revoked_at timestamptz not null default now(),
  revoked_by integer references users,
  primary key (kind, record_id)
);
