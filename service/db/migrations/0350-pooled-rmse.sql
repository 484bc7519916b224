-- RMSE over all clusters, as R² is, instead of the mean over folds. Jobs from before `rmse_pooled` get it from R², which
-- shares its denominator with the training data, one fold: 1 − R² = RMSE² / variance. Where no share varies there is no
-- R²; these keep the mean over folds.
create function pooled_rmse(diagnostics jsonb, folds text) returns double precision
  language sql immutable parallel safe
  return coalesce(
    figure(diagnostics, folds, 'rmse_pooled'),
    figure(diagnostics, 'train', 'rmse')
      * sqrt((1 - figure(diagnostics, folds, 'r2')) / nullif(greatest(1 - figure(diagnostics, 'train', 'r2'), 0), 0)),
    figure(diagnostics, folds, 'rmse'));

alter table jobs
  drop column rmse_random,
  drop column rmse_block,
  add column rmse_random double precision generated always as (pooled_rmse(diagnostics, 'cv_random')) stored,
  add column rmse_block double precision generated always as (pooled_rmse(diagnostics, 'cv_block')) stored;

create index jobs_by_rmse_random on jobs (rmse_random, id) where rmse_random is not null;
create index jobs_by_rmse_block on jobs (rmse_block, id) where rmse_block is not null;
