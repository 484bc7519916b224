import { Input } from '~/components/ui/fields/input.tsx'
import {
  SHARE_UNITS,
  type Filter,
  type Patch,
  type SearchRecord,
  fromPercent,
  toPercent,
  valuesOf,
} from './filters.ts'

/** Two ends per figure, both inclusive; an empty end is open. */
export function RangeFields({
  ranges,
  search,
  change,
}: {
  ranges: (Filter & { kind: 'ranges' })['ranges']
  search: SearchRecord
  change: (patch: Patch) => void
}) {
  return (
    <div className="flex flex-col gap-3">
      {ranges.map(({ from, until, label, share }) => (
        <fieldset key={from} className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">
            {share ? `${label}, ${SHARE_UNITS[share].long}` : label}
          </legend>
          <div className="flex items-center gap-2">
            {[
              { field: from, end: 'from' },
              { field: until, end: 'to' },
            ].map(({ field, end }) => (
              <label key={field} className="flex min-w-0 flex-1 items-center gap-2 text-muted">
                {end}
                <Input
                  type="number"
                  step="any"
                  className="tabular"
                  aria-label={`${label} ${end}`}
                  defaultValue={valuesOf(search, field).map((value) => (share ? toPercent(value) : value))[0]}
                  onChange={({ target: { value, validity } }) => {
                    // A number that is still being typed does not count yet.
                    if (!validity.valid) return
                    change({
                      [field]: value === '' ? undefined : share ? fromPercent(value) : Number(value),
                    })
                  }}
                />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
