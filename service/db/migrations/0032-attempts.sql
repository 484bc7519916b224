-- Takes one attempt for each subject, or none: then `wait` tells in how many seconds one is free. One call instead of many,
-- since every sign-in waits for it. The locks make those who count at the same moment come one after the other.
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
