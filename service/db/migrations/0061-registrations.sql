-- What each registration of an unconfirmed address asked for. A link applies its own and no other, so nobody can choose
-- the password that somebody else's click confirms. All of them go with the first confirmation.
create table registrations (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index registrations_user_id on registrations (user_id);

-- The address was registered more than once: which of them was its owner is not known.
alter table users add column registered_again boolean not null default false;

-- One token of a kind for a person, and one for each of the registrations; null: the account as it is stored.
alter table account_tokens add column registration_id integer references registrations on delete cascade;
alter table account_tokens drop constraint account_tokens_user_id_purpose_key;
create unique index account_tokens_one on account_tokens (user_id, purpose, coalesce(registration_id, 0));
create index account_tokens_registration on account_tokens (registration_id) where registration_id is not null;
