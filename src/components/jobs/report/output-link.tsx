import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobReport } from '#contract/job-shapes.ts'
import { LINK_MINUTES } from '#contract/signed-links.ts'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Link2 } from '~/components/ui/icons.tsx'
import { Popover } from '~/components/ui/popover.tsx'
import { Select } from '~/components/ui/select.tsx'
import { outputLinkQuery } from '~/server/report.functions.ts'
import { FileLink } from './file-link.tsx'

const VALIDITIES = [
  { minutes: LINK_MINUTES, label: '10 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 24 * 60, label: '1 day' },
] as const

type Output = JobReport['outputs'][number]

/** A link that opens an output without a session, and code snippets for QGIS, R, Python and the shell. */
export function OutputLink({ jobId, output }: { jobId: number; output: Output }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={`Link of ${output.name}`}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-136!"
      trigger={
        <Button
          variant="quiet"
          size="small"
          className="print:hidden"
          aria-label={`Copy link of ${output.name} for QGIS, R or Python`}
        >
          <Link2 aria-hidden="true" />
          Link
        </Button>
      }
    >
      {open && <Content jobId={jobId} output={output} />}
    </Popover>
  )
}

function Content({ jobId, output: { type, name } }: { jobId: number; output: Output }) {
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
