-- How the clusters' coordinates were displaced: contract/displacement.ts. Null: the survey does not say.
alter table surveys add column displacement text check (displacement in ('none', 'dhs'));
