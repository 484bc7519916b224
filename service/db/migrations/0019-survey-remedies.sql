-- What makes the points file of a survey usable, as it was applied: contract/surveys/remedies.ts.
alter table surveys add column remedies jsonb not null default '[]';
update surveys
  set remedies = jsonb_build_array(jsonb_build_object('remedy', place_remedy, 'rows', '[]'::jsonb))
  where place_remedy is not null;
alter table surveys drop column place_remedy;
-- A layer keeps those with which its points are read.
update jobs set layer = layer - 'place_remedy' || jsonb_build_object('remedies',
  case when layer ->> 'place_remedy' is null then '[]'::jsonb
  else jsonb_build_array(jsonb_build_object('remedy', layer -> 'place_remedy', 'rows', '[]'::jsonb)) end);
