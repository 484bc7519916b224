/** Prints the SQL of the kept counts of jobs, for a migration: npx node scripts/make-kept-counts-sql.ts. */
import { COUNTED, SETS } from '#service/domain/jobs/fast-list/counted-columns.ts'

type Column = (typeof COUNTED)[number]
const valueOf = (column: Column, row = '') => ('of' in column ? column.of(row) : `${row}${column.name}`)
const storedAs = (column: Column) => ('from' in column ? column.from : column.name)

const names = COUNTED.map(({ name }) => name).join(', ')
const values = (row = '') => COUNTED.map((column) => valueOf(column, row)).join(', ')
const aliased = COUNTED.map((column) =>
  'of' in column ? `${column.of('')} as ${column.name}` : column.name,
).join(', ')
const stored = (row = '') => COUNTED.map((column) => `${row}${storedAs(column)}`).join(', ')
const ADD_UP = `if added > 500 or (added > 0 and nextval('job_count_changes_made') % 250 = 0) then perform add_up_job_counts(); end if;`

const statementTrigger = (name: string, rows: string, sign: string) => `
create function ${name}() returns trigger language plpgsql as $$
declare added bigint;
begin
  insert into job_count_changes
  select ${values()}, ${sign}count(*)
  from ${rows} group by ${COUNTED.map((_, i) => i + 1).join(', ')};
  get diagnostics added = row_count;
  ${ADD_UP}
  return null;
end $$;`

/** The tables, functions and triggers of the kept counts, without comments: what the migration has to contain. */
export const keptCountsSql = (): string => `
create table job_counts (
  cut integer not null,
  ${COUNTED.map(({ name, type }) => `${name} ${type.replace(' not null', '')}`).join(',\n  ')},
  n bigint not null,
  constraint job_counts_once unique nulls not distinct (cut, ${names})
) with (fillfactor = 60);

create sequence job_count_changes_made;
create table job_count_changes (
  ${COUNTED.map(({ name, type }) => `${name} ${type}`).join(',\n  ')},
  n bigint not null
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);

create function insert_job_counts(rows text) returns void language plpgsql as $$
begin
  execute format('
    with found as (%s)
    insert into job_counts as kept (cut, ${names}, n)
    select grouping(${names}), ${names}, sum(n)
    from found
    group by grouping sets (${SETS.map((set) => `(${set.join(', ')})`).join(', ')})
    having sum(n) <> 0
    on conflict on constraint job_counts_once do update set n = kept.n + excluded.n', rows);
end $$;

create function add_up_job_counts() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = 'read committed' and pg_try_advisory_xact_lock(7283602) then
    perform insert_job_counts('delete from job_count_changes returning *');
  end if;
end $$;

create function recount_jobs() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7283602);
  lock table jobs in share row exclusive mode;
  delete from job_count_changes;
  delete from job_counts;
  perform insert_job_counts('select ${aliased.replaceAll("'", "''")}, 1 as n from jobs');
end $$;
${statementTrigger('note_job_added', 'rows_added', '')}
${statementTrigger('note_job_removed', 'rows_removed', '-')}

create function note_job_changed() returns trigger language plpgsql as $$
begin
  insert into job_count_changes values
    (${values('old.')}, -1),
    (${values('new.')}, 1);
  if nextval('job_count_changes_made') % 250 = 0 then perform add_up_job_counts(); end if;
  return null;
end $$;

create function note_jobs_emptied() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7283602);
  delete from job_count_changes;
  delete from job_counts;
  return null;
end $$;

create trigger jobs_counted_added after insert on jobs referencing new table as rows_added
  for each statement execute function note_job_added();
create trigger jobs_counted_removed after delete on jobs referencing old table as rows_removed
  for each statement execute function note_job_removed();
create trigger jobs_counted_emptied after truncate on jobs for each statement execute function note_jobs_emptied();
create trigger jobs_counted_changed
  after update of ${stored()} on jobs
  for each row when ((${stored('old.')}) is distinct from (${stored('new.')}))
  execute function note_job_changed();`

if (import.meta.main) console.log(keptCountsSql())
