update projects set status = 'active' where status not in ('planned', 'active', 'paused', 'completed', 'cancelled');
alter table projects
  add check (status in ('planned', 'active', 'paused', 'completed', 'cancelled')),
  add check (start_date <= end_date);
create unique index projects_name_key on projects (lower(name), coalesce(client_id, 0));
create index projects_client on projects (client_id);
create unique index clients_lower_name_key on clients (lower(name));

create table project_members (
  project_id integer not null references projects on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);
