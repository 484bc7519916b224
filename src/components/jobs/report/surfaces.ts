import { SURFACES, type JobReport, type Surface } from '#contract/job-shapes.ts'
import { percent, points } from './format.ts'

export const SURFACE_LABELS: Record<Surface, { short: string; long: string }> = {
  mean: { short: 'Mean', long: 'Mean' },
  lower: { short: 'Lower', long: 'Lower end of the 95 % interval' },
  upper: { short: 'Upper', long: 'Upper end of the 95 % interval' },
  width: { short: 'Width', long: 'Width of the 95 % interval' },
}

export const surfaceOptions = SURFACES.map((value) => ({ value, label: SURFACE_LABELS[value].short }))

export type SurfaceSummary = NonNullable<JobReport['surfaces']>[Surface]

export const surfaceUnit = (surface: Surface) => (surface === 'width' ? 'percentage points' : 'share, %')

export const surfaceValue = (surface: Surface, value: number | null | undefined) =>
  surface === 'width' ? points(value) : percent(value)
