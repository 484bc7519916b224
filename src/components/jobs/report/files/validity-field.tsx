import { LINK_MINUTES } from '#contract/accounts/signed-links.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'

const DAY = 24 * 60
const VALIDITIES = [
  { minutes: LINK_MINUTES, label: '10 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: DAY, label: '1 day' },
  { minutes: 7 * DAY, label: '7 days' },
  { minutes: 30 * DAY, label: '30 days' },
] as const

/** How long a signed link works. */
export function ValidityField({
  minutes,
  onChange,
}: {
  minutes: number
  onChange: (minutes: number) => void
}) {
  return (
    <Field
      label="Works for"
      help="Anyone with the link can open it until then; no account is needed. It ends earlier if your account or the file is removed, or an admin revokes it."
    >
      {(control) => (
        <Select
          {...control}
          className="w-40"
          value={minutes}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {VALIDITIES.map((validity) => (
            <option key={validity.minutes} value={validity.minutes}>
              {validity.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
