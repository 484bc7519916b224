-- Views of lists that people save: filters, sort and look. The query is checked against its list whenever it is used.
create table saved_views (
  id integer primary key generated always as identity,
  owner_id integer not null references users on delete cascade,
  list text not null,
  name text not null,
  query jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (owner_id, list, lower(name));
create index saved_views_shared on saved_views (list) where shared;

-- The view that a list opens with, per person.
create table default_views (
  user_id integer not null references users on delete cascade,
  list text not null,
  view_id integer not null references saved_views on delete cascade,
  primary key (user_id, list)
);
create index default_views_view on default_views (view_id);
