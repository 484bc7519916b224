create table clients (
  id integer generated always as identity primary key,
  name text not null unique
);
create unique index clients_lower_name_key on clients (lower(name));

create table projects (
  id integer generated always as identity primary key,
  name text not null,
  client_id integer references clients,
  description text not null default '',
  -- What the methods page of a job says and only people know; empty: not stated.
  funding text not null default '',
  data_selection text not null default '',
  data_sharing text not null default '',
  status text not null default 'active' check (status in ('planned', 'active', 'paused', 'completed', 'cancelled')),
  start_date date,
  end_date date,
  created_at timestamptz not null default now(),
  check (start_date <= end_date)
);
create unique index projects_name_key on projects (lower(name), coalesce(client_id, 0));
create index projects_client on projects (client_id);

create table project_members (
  project_id integer not null references projects on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table tags (
  id integer generated always as identity primary key,
  name text not null,
  colour text not null default '#51637a'
);
create unique index tags_name_key on tags (lower(name));
