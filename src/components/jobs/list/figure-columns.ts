import { JOB_FIGURES, type JobFigure } from '#contract/jobs/job-figures.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { FIGURE_FORMATS } from './figure-formats.ts'

const column = createAppColumnHelper<Job>()
/** The figures that a first look compares; the others are enabled in the view menu. */
const USUAL: readonly JobFigure[] = ['r2_block', 'coverage_block']

/** Metrics and numeric parameters; column ids are the contract's sort fields. */
export const figureColumns = ({ optional }: { optional: boolean }) =>
  JOB_FIGURES.map((figure) => {
    const { short, label, show } = FIGURE_FORMATS[figure]
    return column.accessor(figure, {
      header: short,
      meta: {
        label,
        align: 'right',
        optional: optional || !USUAL.includes(figure),
      },
      cell: ({ getValue }) => show(getValue()),
    })
  })
