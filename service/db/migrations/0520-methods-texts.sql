-- What the methods page of a job says and only people know; empty: not stated.
alter table surveys
  add column indicator_definition text not null default '',
  add column age_group text not null default '',
  add column period text not null default '',
  add column source_url text not null default '',
  add column licence text not null default '';
alter table projects
  add column funding text not null default '',
  add column data_selection text not null default '',
  add column data_sharing text not null default '';
