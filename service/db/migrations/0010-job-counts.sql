-- Kept counts: how many jobs there are by several sets of columns, so that a list's total need not count rows. A column
-- that the row's set leaves out is null. `cut` has a bit for each column left out, as grouping() returns it.
create table job_counts (
  cut integer not null,
  iso3_code text,
  target text,
  source text,
  source_wave text,
  round text,
  app_user_id integer,
  submitted_on date,
  status text,
  final boolean,
  all_adm_pass boolean,
  is_overfit boolean,
  n bigint not null,
  constraint job_counts_once unique nulls not distinct
    (cut, iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status, final, all_adm_pass, is_overfit)
) with (fillfactor = 60);

-- Changes since the counts were last added up. Writers of jobs only insert here, so they never wait for each other.
create sequence job_count_changes_made;
create table job_count_changes (
  iso3_code text not null,
  target text not null,
  source text not null,
  source_wave text not null,
  round text not null,
  app_user_id integer not null,
  submitted_on date not null,
  status text not null,
  final boolean not null,
  all_adm_pass boolean,
  is_overfit boolean,
  n bigint not null
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);

-- Counts the rows of `rows` (a table, or a data-changing query) into every cut.
create function insert_job_counts(rows text) returns void language plpgsql as $$
begin
  execute format('
    with found as (%s)
    insert into job_counts as kept (cut, iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status,
      final, all_adm_pass, is_overfit, n)
    select grouping(iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status, final, all_adm_pass,
        is_overfit),
      iso3_code, target, source, source_wave, round, app_user_id, submitted_on, status, final, all_adm_pass, is_overfit,
      sum(n)
    from found
    group by grouping sets (
      (status, final),
      (target, source, status, final),
      (source, source_wave, round, status),
      (submitted_on, status),
      (app_user_id, status, iso3_code),
      (iso3_code, status, final, all_adm_pass, is_overfit),
      (iso3_code, target, source, status, final))
    having sum(n) <> 0
    on conflict on constraint job_counts_once do update set n = kept.n + excluded.n', rows);
end $$;

-- Adds the changes to the counts, one session at a time: others skip it. So does a transaction with an older snapshot,
-- which could see rows that another session has added up since.
create function add_up_job_counts() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = 'read committed' and pg_try_advisory_xact_lock(7283602) then
    perform insert_job_counts('delete from job_count_changes returning *');
  end if;
end $$;

-- Recounts after rows were written without the triggers (a restore, replication). Writers of jobs wait.
create function recount_jobs() returns void language plpgsql as $$
begin
  -- This lock first: its holder may be about to write to jobs.
  perform pg_advisory_xact_lock(7283602);
  lock table jobs in share row exclusive mode;
  delete from job_count_changes;
  delete from job_counts;
  perform insert_job_counts('select iso3_code, target, source, source_wave, round, app_user_id,
    (datetime_submitted at time zone ''UTC'')::date as submitted_on, status, final, all_adm_pass, is_overfit, 1 as n from jobs');
end $$;

create function note_job_added() returns trigger language plpgsql as $$
declare added bigint;
begin
  insert into job_count_changes
  select iso3_code, target, source, source_wave, round, app_user_id, (datetime_submitted at time zone 'UTC')::date, status,
    final, all_adm_pass, is_overfit, count(*)
  from rows_added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  get diagnostics added = row_count;
  if added > 500 or (added > 0 and nextval('job_count_changes_made') % 250 = 0) then perform add_up_job_counts(); end if;
  return null;
end $$;

create function note_job_removed() returns trigger language plpgsql as $$
declare added bigint;
begin
  insert into job_count_changes
  select iso3_code, target, source, source_wave, round, app_user_id, (datetime_submitted at time zone 'UTC')::date, status,
    final, all_adm_pass, is_overfit, -count(*)
  from rows_removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  get diagnostics added = row_count;
  if added > 500 or (added > 0 and nextval('job_count_changes_made') % 250 = 0) then perform add_up_job_counts(); end if;
  return null;
end $$;

create function note_job_changed() returns trigger language plpgsql as $$
begin
  insert into job_count_changes values
    (old.iso3_code, old.target, old.source, old.source_wave, old.round, old.app_user_id,
      (old.datetime_submitted at time zone 'UTC')::date, old.status, old.final, old.all_adm_pass, old.is_overfit, -1),
    (new.iso3_code, new.target, new.source, new.source_wave, new.round, new.app_user_id,
      (new.datetime_submitted at time zone 'UTC')::date, new.status, new.final, new.all_adm_pass, new.is_overfit, 1);
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
-- Progress (step, fraction, heartbeats) changes none of these columns and costs nothing.
create trigger jobs_counted_changed
  after update of iso3_code, target, source, source_wave, round, app_user_id, datetime_submitted, status, final, all_adm_pass,
    is_overfit on jobs
  for each row when ((old.iso3_code, old.target, old.source, old.source_wave, old.round, old.app_user_id,
      old.datetime_submitted, old.status, old.final, old.all_adm_pass, old.is_overfit)
    is distinct from (new.iso3_code, new.target, new.source, new.source_wave, new.round, new.app_user_id,
      new.datetime_submitted, new.status, new.final, new.all_adm_pass, new.is_overfit))
  execute function note_job_changed();
