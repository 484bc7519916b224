-- How the points file of a survey was read: contract/surveys/points-reading.ts. Null in it: detected again.
alter table surveys add column reading jsonb not null default
  '{"format": "csv", "encoding": null, "delimiter": null, "decimal": "point", "sheet": null, "sheets": [], "people": null}';
alter table surveys alter column reading drop default;
