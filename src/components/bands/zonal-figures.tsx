import { useQuery } from '@tanstack/react-query'
import type { Band } from '#contract/rasters/band-list.ts'
import { downloadBandZonal, type Zonal } from '#contract/rasters/zonal.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { addressOf } from '~/api/address.ts'
import { FigureTable } from '~/components/charts/figure-table.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { Download } from 'lucide-react'
import { count, figure } from '~/lib/figures.ts'
import { bandZonalQuery } from '~/server/bands.functions.ts'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'

/** What the band's cells are in each unit of a place group. */
export function ZonalFigures({
  band,
  version,
  onChoose,
}: {
  band: Band
  version: number | undefined
  onChoose: (version: number | undefined) => void
}) {
  return (
    <Card
      title="Figures of units"
      actions={
        version !== undefined && (
          <a
            href={addressOf(downloadBandZonal, { params: { id: band.id, version } })}
            download
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            <Download aria-hidden="true" />
            CSV
          </a>
        )
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        <VersionField iso3={band.iso3_code} version={version} onChoose={onChoose} />
        {version !== undefined && <Figures band={band} version={version} />}
      </div>
    </Card>
  )
}

function VersionField({
  iso3,
  version,
  onChoose,
}: {
  iso3: string | null
  version: number | undefined
  onChoose: (version: number | undefined) => void
}) {
  const query = listPlaceGroupVersions.query.parse(
    iso3 === null ? { default_only: true, limit: 1000 } : { iso3_code: iso3 },
  )
  const { data, error, isFetching, refetch } = useQuery(placeGroupsQuery(query))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <Field
      label="Place group"
      help={
        data?.content.length === 0
          ? 'The catalogue has no outlines here. Import them under Place groups.'
          : 'A cell at a border counts with the share of it that the unit covers.'
      }
    >
      {(control) => (
        <Select
          {...control}
          className="max-w-96"
          value={version ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
        >
          <option value="">{data ? 'Choose a place group' : 'Loading the place groups'}</option>
          {data?.content.map((group) => (
            <option key={group.id} value={group.id}>
              {group.country} · {group.place_type.toUpperCase()} · {group.version} ({count(group.places)})
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Figures({ band, version }: { band: Band; version: number }) {
  const { data, error, isFetching, refetch } = useQuery(bandZonalQuery(band, version))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonLines lines={6} label="Computing the figures" />
  const without = data.units.filter(({ cells }) => cells === 0).length
  return (
    <>
      <FigureTable caption={`Figures of ${band.name}`} {...tableOf(data)} />
      <p className="text-sm text-muted">
        {data.unit && `In ${data.unit}. `}
        &lsquo;Covered&rsquo; is the share of the unit that has values.
        {without > 0 &&
          ` ${without === 1 ? 'One unit has' : `${count(without)} units have`} no cell with a value.`}
        {!data.classes &&
          data.units.every(({ p50 }) => p50 === null) &&
          without < data.units.length &&
          ' There are too many cells for percentiles.'}
      </p>
    </>
  )
}

const wholePercent = (share: number) => `${(100 * share).toFixed(1)} %`

function tableOf({ classes, units }: Zonal) {
  const names = classes
    ? classes.map((value) => `Class ${value}`)
    : ['Mean', 'Sum', 'Smallest', '5 %', '25 %', 'Median', '75 %', '95 %', 'Largest']
  const rows = units.map((unit) => {
    const { mean, sum, min, p5, p25, p50, p75, p95, max } = unit
    const cells = unit.shares
      ? unit.shares.map((share) => (unit.cells > 0 ? wholePercent(share) : '–'))
      : [mean, sum, min, p5, p25, p50, p75, p95, max].map((one) => (one === null ? '–' : figure(one)))
    return [unit.name, ...cells, count(Math.round(unit.cells)), wholePercent(unit.covered)]
  })
  return { columns: ['Unit', ...names, 'Cells', 'Covered'], rows }
}
