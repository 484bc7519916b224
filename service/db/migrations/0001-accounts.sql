create table users (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  email_confirmed_at timestamptz,
  admitted_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  -- More than one person registered this address, and which of them owns it is not known.
  registered_again boolean not null default false
);
create unique index users_email_key on users (lower(email));

create table user_roles (
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('viewer', 'staff', 'admin')),
  primary key (user_id, role)
);

-- Tokens are random and only their SHA-256 is stored. `id` lets a person end a session without knowing its token.
create table sessions (
  token_hash bytea primary key,
  id integer generated always as identity unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address text
);
create index sessions_user_id on sessions (user_id);

-- What each registration of an unconfirmed address asked for. A link applies its own registration only, so nobody can
-- choose the password that another person's click confirms. The first confirmation deletes them all.
create table registrations (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index registrations_user_id on registrations (user_id);

-- One-time tokens sent by mail, stored as SHA-256: one of each kind per person and registration. Without a
-- registration the token is for the account as stored.
create table account_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  registration_id integer references registrations on delete cascade,
  purpose text not null check (purpose in ('confirm-email', 'recover-password')),
  expires_at timestamptz not null
);
create unique index account_tokens_one on account_tokens (user_id, purpose, coalesce(registration_id, 0));
create index account_tokens_registration on account_tokens (registration_id) where registration_id is not null;

-- Tokens for scripts; only their SHA-256 is stored.
create table access_tokens (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'run', 'write'] and cardinality(scopes) > 0),
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text
);
create index access_tokens_user_id on access_tokens (user_id);

-- Live streams of the people whose sessions or access tokens end check at once whether they may continue.
create function notify_access_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_ended', user_id::text) from (select distinct user_id from ended) as people;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended
  for each statement execute function notify_access_ended();
create trigger access_tokens_ended after delete on access_tokens referencing old table as ended
  for each statement execute function notify_access_ended();

-- Messages to send. They hold no token: it is created when the message is written.
create table mail_outbox (
  id integer generated always as identity primary key,
  kind text not null,
  recipient text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  failed_at timestamptz,
  reason text
);
create index mail_outbox_due on mail_outbox (next_try_at) where failed_at is null;

create table login_failures (
  -- 'account:<e-mail>' or 'address:<ip>'
  subject text not null,
  at timestamptz not null default now()
);
create index login_failures_subject_at on login_failures (subject, at);
create index login_failures_at on login_failures (at);
