-- A number for each session, so that a person can end one without knowing its token.
alter table sessions add column id integer generated always as identity unique;

-- One-time tokens of messages, as their SHA-256 only; at most one of a kind for a person.
create table account_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('confirm-email', 'recover-password')),
  expires_at timestamptz not null,
  unique (user_id, purpose)
);

-- Tokens of scripts, as their SHA-256 only.
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

-- Messages that are to go out. They carry no token: that is made when a message is written.
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

-- Who may cancel and go on with a submission when its author has handed it over; null: the author.
alter table submissions add column owner_id integer references users;
create index submissions_owner on submissions (owner_id) where owner_id is not null;
