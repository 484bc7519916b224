import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { LINK_MINUTES } from '#contract/accounts/signed-links.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { outputLinkQuery } from '~/server/jobs.functions.ts'
import { FileLink } from './file-link.tsx'

const VALIDITIES = [
  { minutes: LINK_MINUTES, label: '10 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 24 * 60, label: '1 day' },
] as const

/** Creates the link when shown. */
export function OutputLinkContent({
  jobId,
  output: { type, name },
}: {
  jobId: number
  output: JobReport['outputs'][number]
}) {
  const [minutes, setMinutes] = useState<number>(LINK_MINUTES)
  const link = useQuery(outputLinkQuery(jobId, type, minutes))
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">Open {name} elsewhere</p>
      <Field
        label="Works for"
        help="Anyone with the link can open the file until then; no account is needed."
      >
        {(control) => (
          <Select
            {...control}
            className="w-40"
            value={minutes}
            onChange={(event) => setMinutes(Number(event.target.value))}
          >
            {VALIDITIES.map((validity) => (
              <option key={validity.minutes} value={validity.minutes}>
                {validity.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <FileLink link={link} what={type} name={name} />
    </div>
  )
}
