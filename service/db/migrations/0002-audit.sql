-- Who did what to which record, when, from where, with what result. No foreign keys: entries outlive what they name.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id integer,
  -- the name at that time
  user_name text,
  action text not null,
  record text,
  result text not null check (result in ('ok', 'denied', 'rejected', 'failed')),
  detail text,
  address text,
  request_id text
);
create index audit_log_at on audit_log (at, id);
create index audit_log_user on audit_log (user_id, at);
create index audit_log_action on audit_log (action, at);
create index audit_log_record on audit_log (record text_pattern_ops, at);

create function audit_log_grows_only() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_grows_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_grows_only();
-- `always`: also in sessions that act as a replica, where ordinary triggers do not fire.
alter table audit_log enable always trigger audit_log_grows_only;
