-- Signing in takes one statement before the hash and one after it: each is a round trip that somebody waits for.

-- Takes the try and reads whom it is for. When `wait` is above 0 nothing was taken and nobody is told of.
create function begin_sign_in(
  sought_email text, subjects text[], most integer[], seconds integer[],
  out wait integer, out taken_at timestamptz,
  out user_id integer, out user_name text, out password_hash text,
  out confirmed boolean, out admitted boolean, out disabled boolean
) language plpgsql as $$
begin
  -- The try counts from the commit on; it need not reach the disk first. Whatever is answered is preceded by a commit that
  -- does wait for the disk (the entry of the audit), and the log is written in order: a try that a crash takes back is one
  -- whose answer nobody has seen.
  perform set_config('synchronous_commit', 'off', true);
  select t.wait, t.taken_at into wait, taken_at from take_attempt(subjects, most, seconds) t;
  if wait > 0 then return; end if;
  select u.id, u.first_name || ' ' || u.last_name, u.password_hash,
         u.email_confirmed_at is not null, u.admitted_at is not null, u.disabled_at is not null
  into user_id, user_name, password_hash, confirmed, admitted, disabled
  from users u where lower(u.email) = sought_email;
end $$;

-- After the right password: the session, its entry in the audit, and the tries given back, all in one commit. Without a
-- session (null) the password is another by now. The lock lets a change of password come wholly before, or after: then
-- it ends this session with all others.
create function end_sign_in(
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
    -- The lock of `take_attempt`: those who sign in to the same account at once remove its tries one after the other.
    perform pg_advisory_xact_lock(hashtextextended(account_subject, 7));
    delete from login_failures f where f.subject = account_subject;
    delete from login_failures f where f.ctid in (
      select g.ctid from login_failures g where g.subject = address_subject and g.at = tried_at limit 1);
    perform sweep_attempts();
  end if;
  insert into audit_log (user_id, user_name, action, result, detail, address, request_id)
  values (person, person_name, 'login', case when until is null then 'refused' else 'ok' end,
          case when until is null then 'password changed meanwhile' end, from_address, request);
  return until;
end $$;
