import { JOB_FIGURES, type JobFigure } from '#contract/jobs/job-figures.ts'

/** Of a job that has none yet. */
export const NO_FIGURES = Object.fromEntries(JOB_FIGURES.map((figure) => [figure, null])) as Record<
  JobFigure,
  null
>
