-- Whether the cells of a band are classes. Its statistics list the classes once its COG is made for them: until then
-- it is to be made again.
alter table bands add column categorical boolean not null default false;
update bands set categorical = true where statistics ? 'classes';
create index bands_to_rebuild on bands (asset_id) where categorical <> (statistics ? 'classes');
-- A finding may also say why the COG of an asset could not be made again.
alter table assets
  drop constraint assets_check1,
  add constraint assets_findings_check check (
    case status when 'rejected' then findings is not null when 'ready' then true else findings is null end);
