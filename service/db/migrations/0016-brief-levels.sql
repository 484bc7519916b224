-- Of the units that have a sheet each; none for other kinds of briefs.
alter table briefs add column level integer check (level in (1, 2));
