import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { type Change, type Filter, type SearchRecord, matchesAny, valuesOf } from './filters.ts'

/** Chooses, for several values, whether a row needs all of them or any. */
export function MatchSwitch({
  filter,
  search,
  change,
}: {
  filter: Filter & { kind: 'choice' }
  search: SearchRecord
  change: (change: Change) => void
}) {
  const { match } = filter
  if (match === undefined || valuesOf(search, filter.field).length < 2) return null
  return (
    <div className="mb-2">
      <Segmented
        label={`${filter.label}: rows with all or any of the values`}
        value={matchesAny(filter, search) ? 'any' : 'all'}
        options={[
          { value: 'all', label: 'All of these' },
          { value: 'any', label: 'Any of these' },
        ]}
        onChange={(value) => change({ [match]: value === 'any' ? value : undefined })}
      />
    </div>
  )
}
