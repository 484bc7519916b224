-- Inputs of layers that somebody has removed since, for the reports of those layers.
create table removed_inputs (
  kind text not null,
  id integer not null,
  name text not null,
  removed_at timestamptz not null default now(),
  primary key (kind, id)
);

create function note_removed_input() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  insert into removed_inputs (kind, id, name)
    values (tg_argv[0], old.id, coalesce(was ->> 'name',
      concat_ws(' ', was ->> 'iso3_code', was ->> 'place_type', was ->> 'source', was ->> 'source_wave', was ->> 'version')))
    on conflict do nothing;
  return null;
end $$;

create trigger note_removed_input after delete on bands
  for each row execute function note_removed_input('band');
create trigger note_removed_input after delete on collections
  for each row execute function note_removed_input('collection');
create trigger note_removed_input after delete on surveys
  for each row execute function note_removed_input('survey');
create trigger note_removed_input after delete on place_group_versions
  for each row execute function note_removed_input('outlines');
