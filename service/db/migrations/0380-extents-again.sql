-- The next search computes them again, now with longitudes modulo 360° and the shifts of datums.
update assets set extent = null where extent is not null;
