-- A signed link opens what its record was when the link was made. Whatever takes that away withdraws the links that are
-- out, in the same transaction, whoever does it.
create function withdraw_links(of_kind text, of_record text) returns void language sql as $$
  insert into signed_link_revocations (kind, record_id, revoked_at) values (of_kind, of_record, clock_timestamp())
  on conflict (kind, record_id) do update set revoked_at = excluded.revoked_at, revoked_by = null
$$;

-- Outputs that are removed, or replaced by those of another attempt: their links, those of the product of their job, and
-- the zips that they are in.
create function withdraw_links_of_output() returns trigger language plpgsql as $$
begin
  perform withdraw_links('job-output', old.job_id::text);
  perform withdraw_links('interpolation', id::text) from products where job_id = old.job_id;
  perform withdraw_links('zip', id::text) from zips
    where expires_at > now() and entries @> jsonb_build_array(jsonb_build_object('file_id', old.file_id));
  return null;
end $$;
create trigger job_outputs_withdraw_links after delete or update of file_id on job_outputs
  for each row execute function withdraw_links_of_output();

-- Products that are not published any more, or gone; published again, they need new links.
create function withdraw_links_of_product() returns trigger language plpgsql as $$
begin
  perform withdraw_links('interpolation', old.id::text);
  return null;
end $$;
create trigger products_withdraw_links after update of status, final on products
  for each row when ((old.status = 'published' and new.status <> 'published') or (old.final and not new.final))
  execute function withdraw_links_of_product();
create trigger products_deleted_withdraw_links after delete on products
  for each row execute function withdraw_links_of_product();
