import { Select } from '~/components/ui/fields/select.tsx'
import { type NamedRange, RANGE_LABELS, RANGE_PRESETS, rangeName } from './range-presets.ts'

/** The values that the colours cover; an own range comes from the histogram or from its two fields. */
export function RangePreset({
  range,
  onRange,
}: {
  /** The range in the address, or the default. */
  range: string
  onRange: (range: NamedRange) => void
}) {
  const value = rangeName(range)
  return (
    <Select
      aria-label="Values of the colours"
      value={value}
      onChange={({ target }) => onRange(RANGE_PRESETS.find((name) => name === target.value) ?? 'all')}
    >
      {(['all', ...RANGE_PRESETS] as const).map((name) => (
        <option key={name} value={name}>
          {RANGE_LABELS[name]}
        </option>
      ))}
      {value === 'own' && <option value="own">{RANGE_LABELS.own}</option>}
    </Select>
  )
}
