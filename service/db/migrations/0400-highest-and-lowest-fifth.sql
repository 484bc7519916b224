-- Which units are surely among those to act on first: the highest one alone says little where there are many, and of a
-- coverage the lowest ones matter.
alter table job_adm
  add column highest_fifth double precision,
  add column lowest_fifth double precision;
