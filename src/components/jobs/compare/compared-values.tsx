import { useQuery } from '@tanstack/react-query'
import type { Surface } from '#contract/job-shapes.ts'
import { PlaceValues, type Pointed } from '~/components/map/map-readout.tsx'
import { valueQuery } from '~/server/report.functions.ts'
import { points } from '../report/format.ts'
import { surfaceValue } from '../report/surfaces.ts'

/** A surface of both jobs at a place. */
export function ComparedValues({
  ids: [left, right],
  surface,
  place,
  names,
}: Pointed & { ids: readonly [number, number]; surface: Surface }) {
  const one = useQuery(valueQuery(left, place))
  const two = useQuery(valueQuery(right, place))
  const [a, b] = [one.data?.[surface], two.data?.[surface]]
  const rows = [
    ['A', surfaceValue(surface, a)],
    ['B', surfaceValue(surface, b)],
    ...(typeof a === 'number' && typeof b === 'number' ? [['B minus A', points(b - a)]] : []),
  ]
  return (
    <PlaceValues place={place} names={names} busy={one.isFetching || two.isFetching}>
      {(one.isError || two.isError) && <p className="text-error">The values could not be read.</p>}
      {one.data && two.data && (
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </PlaceValues>
  )
}
