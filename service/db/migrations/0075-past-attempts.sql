-- Attempts that are long past, found by their time: a few at once, so that nobody who signs in waits for the traces of a
-- long attack, and never those that somebody else removes at this moment.
create index login_failures_at on login_failures (at);

create function sweep_attempts() returns void language sql as $$
  delete from login_failures where ctid in (
    select ctid from login_failures where at < now() - interval '1 day' order by at limit 100
    for update skip locked)
$$;
