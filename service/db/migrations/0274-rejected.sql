-- 'rejected' is the word for input everywhere else. This migration alone rewrites entries, and only this column.
alter table audit_log disable trigger audit_log_grows_only;
alter table audit_log drop constraint audit_log_result_check;
update audit_log set result = 'rejected' where result = 'refused';
alter table audit_log add constraint audit_log_result_check check (result in ('ok', 'denied', 'rejected', 'failed'));
alter table audit_log enable always trigger audit_log_grows_only;

-- As before, with the new word.
create or replace function end_sign_in(
  person integer, checked_hash text, person_name text, new_token_hash bytea, days integer,
  agent text, from_address text, request text, account_subject text, address_subject text, tried_at timestamptz
) returns timestamptz language plpgsql as $$
declare
  until timestamptz;
begin
  perform 1 from users u where u.id = person and u.password_hash = checked_hash for share;
  if found then
    insert into sessions (token_hash, user_id, expires_at, user_agent, address)
    values (new_token_hash, person, now() + make_interval(days => days), agent, from_address)
    returning expires_at into until;
    -- The lock of `take_attempt`: concurrent sign-ins to one account remove its attempts one after the other.
    perform pg_advisory_xact_lock(hashtextextended(account_subject, 7));
    delete from login_failures f where f.subject = account_subject;
    delete from login_failures f where f.ctid in (
      select g.ctid from login_failures g where g.subject = address_subject and g.at = tried_at limit 1);
    perform sweep_attempts();
  end if;
  insert into audit_log (user_id, user_name, action, result, detail, address, request_id)
  values (person, person_name, 'login', case when until is null then 'rejected' else 'ok' end,
          case when until is null then 'password changed meanwhile' end, from_address, request);
  return until;
end $$;

alter function refuse_another_country() rename to reject_another_country;
