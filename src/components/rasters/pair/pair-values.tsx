import { PlaceValues, type PointerPlace } from '~/components/map/legend/map-readout.tsx'

/** The values of two rasters at a place. */
export function PairValues({
  place,
  names,
  busy,
  failed,
  values,
}: PointerPlace & {
  busy: boolean
  failed: boolean
  /** In words; undefined while they are loading. The last one only if both have a value. */
  values: { a: string; b: string; difference: string | null } | undefined
}) {
  const rows = values && [
    ['A', values.a],
    ['B', values.b],
    ...(values.difference === null ? [] : [['B minus A', values.difference]]),
  ]
  return (
    <PlaceValues place={place} names={names} busy={busy}>
      {failed && <p className="text-error">The values could not be read.</p>}
      {rows && (
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
