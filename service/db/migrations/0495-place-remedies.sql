-- What corrects the places of the points file as a whole, as its importer chose: contract/place-remedies.ts.
alter table surveys add column place_remedy text check (
  place_remedy in ('swap', 'negate-longitude', 'negate-latitude', 'negate-both', 'wrap-longitude'));
