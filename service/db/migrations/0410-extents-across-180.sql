-- The next search computes them again: across 180°, west is now greater than east.
update assets set extent = null where extent is not null;
