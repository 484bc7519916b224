import { JOB_FIGURES, type JobFigure } from '#contract/jobs/job-figures.ts'
import { jobs } from '../../db/schema.ts'

/** A job's figures by name. */
export const figureColumns = Object.fromEntries(JOB_FIGURES.map((figure) => [figure, jobs[figure]])) as Pick<
  typeof jobs,
  JobFigure
>
