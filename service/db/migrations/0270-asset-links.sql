-- Assets that are deleted: their links end with them.
create function withdraw_links_of_asset() returns trigger language plpgsql as $$
begin
  perform withdraw_links('asset', old.id::text);
  return null;
end $$;
create trigger assets_withdraw_links after delete on assets
  for each row execute function withdraw_links_of_asset();
