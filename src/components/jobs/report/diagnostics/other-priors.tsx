import { FigureTable } from '~/components/charts/figure-table.tsx'
import { Card } from '~/components/ui/card.tsx'
import { HowToRead } from '~/components/ui/how-to-read.tsx'
import type { Diagnostics } from './diagnostics.ts'
import { interval, percent, points } from '~/components/jobs/report/format.ts'

type Sensitivity = Diagnostics['prior_sensitivity'][number]
type Figure = NonNullable<Sensitivity['national']>

/** National figure and units under other priors of the surface. */
export function OtherPriors({ sensitivity, raked }: { sensitivity: Sensitivity[]; raked: boolean }) {
  if (sensitivity.length === 0) return null
  const before = sensitivity.flatMap(({ national }) => national?.before ?? [])[0]
  return (
    <Card className="print:break-inside-avoid" anchor="other-priors" title="Other priors">
      <p className="max-w-prose text-muted">
        What the figures would be if the prior means of the surface&apos;s variance and range were twice or
        half as large.{raked && ' These are the figures of the model alone, before raking.'}
      </p>
      <FigureTable
        caption="Other priors"
        columns={['Prior means', 'National prevalence', '95 % interval']}
        rows={[
          ...(before ? [rowOf('As fitted', before)] : []),
          ...sensitivity.map((one) =>
            one.national ? rowOf(nameOf(one), one.national.after) : [nameOf(one), 'Not computed', ''],
          ),
        ]}
      />
      <ul className="flex max-w-prose flex-col gap-2">
        {sensitivity.map((one) => (
          <li key={nameOf(one)}>
            <strong>{nameOf(one)}.</strong> {unitsText(one)}
          </li>
        ))}
      </ul>
      <HowToRead of="other priors">
        <p>
          The figures are of the same draws with other weights, so small changes are approximate. Where they
          change much, the clusters say little about the surface.
        </p>
      </HowToRead>
    </Card>
  )
}

const rowOf = (name: string, { mean, lower, upper }: Figure['before']) => [
  name,
  percent(mean),
  interval(lower, upper),
]

const nameOf = ({ variance_factor: variance, length_scale_factor: lengthScale }: Sensitivity) =>
  variance === 2 && lengthScale === 2
    ? 'Twice as large'
    : variance === 0.5 && lengthScale === 0.5
      ? 'Half as large'
      : `Variance × ${variance}, range × ${lengthScale}`

const unitOf = ({ level, name }: Figure) => (name === null ? `an ADM${level} unit` : `${name} (ADM${level})`)

function unitsText({ national, unit_mean: mean, unit_interval: limits }: Sensitivity): string {
  if (!national)
    return 'Not computed: too few of the parameter values of this fit are plausible under this prior.'
  if (!mean || !limits) return 'The layer has no units.'
  return `Of all units, the mean of ${unitOf(mean)} changes most, from ${percent(mean.before.mean)} to ${percent(mean.after.mean)} (${points(mean.after.mean - mean.before.mean)}); of all intervals, that of ${unitOf(limits)}, from ${interval(limits.before.lower, limits.before.upper)} to ${interval(limits.after.lower, limits.after.upper)}.`
}
