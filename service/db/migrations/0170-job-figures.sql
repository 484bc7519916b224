-- A job's metrics, duration and numeric parameters as columns, so that lists sort and filter by them. They are computed
-- from what the job already stores: they can't disagree with it, and existing jobs get theirs here.
create function figure(document jsonb, variadic path text[]) returns double precision
  language sql immutable parallel safe
  -- Figures are null or absent where they could not be computed.
  return case when jsonb_typeof(document #> path) = 'number' then (document #>> path)::double precision end;

alter table jobs
  add column r2_random double precision generated always as (figure(diagnostics, 'cv_random', 'r2')) stored,
  add column r2_block double precision generated always as (figure(diagnostics, 'cv_block', 'r2')) stored,
  add column rmse_random double precision generated always as (figure(diagnostics, 'cv_random', 'rmse')) stored,
  add column rmse_block double precision generated always as (figure(diagnostics, 'cv_block', 'rmse')) stored,
  add column lpd_random double precision generated always as (figure(diagnostics, 'cv_random', 'lpd')) stored,
  add column lpd_block double precision generated always as (figure(diagnostics, 'cv_block', 'lpd')) stored,
  add column coverage_random double precision generated always as (figure(diagnostics, 'cv_random', 'coverage_95')) stored,
  add column coverage_block double precision generated always as (figure(diagnostics, 'cv_block', 'coverage_95')) stored,
  add column duration_s double precision generated always as (
    case when status = 'completed' then extract(epoch from datetime_finished - datetime_started)::double precision end) stored,
  add column seed double precision generated always as (figure(layer, 'seed')) stored,
  add column folds double precision generated always as (figure(layer, 'folds')) stored,
  add column draws double precision generated always as (figure(layer, 'draws')) stored;

-- Without nulls, so a job costs nothing here until it completes, and one index serves both directions.
create index jobs_by_r2_random on jobs (r2_random, id) where r2_random is not null;
create index jobs_by_r2_block on jobs (r2_block, id) where r2_block is not null;
create index jobs_by_rmse_random on jobs (rmse_random, id) where rmse_random is not null;
create index jobs_by_rmse_block on jobs (rmse_block, id) where rmse_block is not null;
create index jobs_by_lpd_random on jobs (lpd_random, id) where lpd_random is not null;
create index jobs_by_lpd_block on jobs (lpd_block, id) where lpd_block is not null;
create index jobs_by_coverage_random on jobs (coverage_random, id) where coverage_random is not null;
create index jobs_by_coverage_block on jobs (coverage_block, id) where coverage_block is not null;
create index jobs_by_duration on jobs (duration_s, id) where duration_s is not null;
