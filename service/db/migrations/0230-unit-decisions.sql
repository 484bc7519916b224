-- What decisions about a unit need: people, those affected, exceedance and ranks. Jobs completed before this have none.
alter table job_adm
  add column people double precision,
  add column affected double precision,
  add column affected_lower double precision,
  add column affected_upper double precision,
  add column exceedance double precision,
  add column rank double precision,
  add column rank_lower double precision,
  add column rank_upper double precision,
  add column highest double precision;
