create table login_failures (
  -- 'account:<e-mail>' or 'address:<ip>'
  subject text not null,
  at timestamptz not null default now()
);
create index login_failures_subject_at on login_failures (subject, at);
create index login_failures_at on login_failures (at);

-- Takes one attempt for each subject, or none: then `wait` is the number of seconds until one is free. One call, since
-- every sign-in waits for it. The locks serialize attempts on the same subject.
create function take_attempt(
  subjects text[], most integer[], seconds integer[], out wait integer, out taken_at timestamptz
) language plpgsql as $$
declare
  span interval;
  free_in integer;
begin
  wait := 0;
  for n in 1 .. cardinality(subjects) loop
    perform pg_advisory_xact_lock(hashtextextended(subjects[n], 7));
    span := make_interval(secs => seconds[n]);
    select greatest(1, ceil(extract(epoch from f.at + span - clock_timestamp())))::integer into free_in
    from login_failures f
    where f.subject = subjects[n] and f.at > clock_timestamp() - span
    order by f.at desc offset most[n] - 1 limit 1;
    wait := greatest(wait, coalesce(free_in, 0));
  end loop;
  if wait = 0 then
    taken_at := clock_timestamp();
    insert into login_failures (subject, at) select s, taken_at from unnest(subjects) as s;
  end if;
end $$;

-- Deletes old attempts, a few at a time, so that no sign-in waits for the traces of a long attack; skips rows that
-- another session is deleting.
create function sweep_attempts() returns void language sql as $$
  delete from login_failures where ctid in (
    select ctid from login_failures where at < now() - interval '1 day' order by at limit 100
    for update skip locked)
$$;

-- Signing in takes one statement before the hash and one after it: each is a round trip that the person waits for.

-- Takes the attempt and reads the account. If `wait` is above 0, nothing was taken and no account is returned.
create function begin_sign_in(
  sought_email text, subjects text[], most integer[], seconds integer[],
  out wait integer, out taken_at timestamptz,
  out user_id integer, out user_name text, out password_hash text,
  out confirmed boolean, out admitted boolean, out disabled boolean
) language plpgsql as $$
begin
  -- The attempt counts from the commit on and need not reach the disk first: the audit entry that precedes any answer
  -- does wait for the disk, and the log is written in order, so a crash undoes only attempts that nobody saw answered.
  perform set_config('synchronous_commit', 'off', true);
  select t.wait, t.taken_at into wait, taken_at from take_attempt(subjects, most, seconds) t;
  if wait > 0 then return; end if;
  select u.id, u.first_name || ' ' || u.last_name, u.password_hash,
         u.email_confirmed_at is not null, u.admitted_at is not null, u.disabled_at is not null
  into user_id, user_name, password_hash, confirmed, admitted, disabled
  from users u where lower(u.email) = sought_email;
end $$;

-- After the right password: creates the session and its audit entry and returns the attempts, in one commit. Null means
-- that the password has changed since. The lock puts a change of password wholly before this or after it; after, it ends
-- this session with all others.
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
    -- The lock of `take_attempt`: concurrent sign-ins to one account remove its attempts one after the other.
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
