-- Live streams of the people whose sessions or access tokens end check at once whether they may continue.
create function notify_access_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_ended', user_id::text) from (select distinct user_id from ended) as people;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended
  for each statement execute function notify_access_ended();
create trigger access_tokens_ended after delete on access_tokens referencing old table as ended
  for each statement execute function notify_access_ended();
