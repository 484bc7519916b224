-- A reference system without an EPSG code: the name that the file gives it, and its definition as PROJ's string.
alter table assets add column crs_name text;
alter table assets add column crs_definition text;
