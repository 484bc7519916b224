import { useQuery } from '@tanstack/react-query'
import type { Surface } from '#contract/jobs/output-types.ts'
import type { PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { PairValues } from '~/components/rasters/pair/pair-values.tsx'
import { valueQuery } from '~/server/jobs.functions.ts'
import { points } from '../report/format.ts'
import { surfaceValue } from '~/components/jobs/report/map/surfaces.ts'

/** A surface of both jobs at a place. */
export function ComparedValues({
  ids: [left, right],
  surface,
  ...at
}: PointerPlace & { ids: readonly [number, number]; surface: Surface }) {
  const one = useQuery(valueQuery(left, at.place))
  const two = useQuery(valueQuery(right, at.place))
  const [a, b] = [one.data?.[surface], two.data?.[surface]]
  return (
    <PairValues
      {...at}
      busy={one.isFetching || two.isFetching}
      failed={one.isError || two.isError}
      values={
        one.data &&
        two.data && {
          a: surfaceValue(surface, a),
          b: surfaceValue(surface, b),
          difference: typeof a === 'number' && typeof b === 'number' ? points(b - a) : null,
        }
      }
    />
  )
}
