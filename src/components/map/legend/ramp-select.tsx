import { RAMPS } from '#contract/rasters/ramps.ts'
import { Select } from '~/components/ui/fields/select.tsx'
import { RAMP_LABELS, type Ramp } from './ramps.ts'

export function RampSelect({ value, onChange }: { value: Ramp; onChange: (ramp: Ramp) => void }) {
  return (
    <Select
      aria-label="Colour ramp"
      className="w-32"
      value={value}
      onChange={(event) => onChange(event.target.value as Ramp)}
    >
      {RAMPS.map((name) => (
        <option key={name} value={name}>
          {RAMP_LABELS[name]}
        </option>
      ))}
    </Select>
  )
}
