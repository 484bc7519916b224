-- The next lines of an open cursor as one text: what a service sends on unread shall not be cut into rows for it.
create function fetch_lines(lines refcursor, count integer) returns text
language plpgsql as $$
declare
  line text;
  taken text[] := '{}';
begin
  for i in 1..count loop
    fetch lines into line;
    exit when not found;
    taken[i] := line;
  end loop;
  return array_to_string(taken, '');
end $$;
