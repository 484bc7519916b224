import { useQuery } from '@tanstack/react-query'
import { Shapes } from 'lucide-react'
import { UNIT_FORMATS, UNIT_FORMAT_NAMES } from '#contract/jobs/job-units.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/overlays/menu.tsx'
import { admDataQuery } from '~/server/jobs.functions.ts'
import { unitsAddress } from '~/components/jobs/report/map/addresses.ts'

/** The admin units with all figures and their outlines, as files for GIS; nothing if the job has none. */
export function UnitsMenu({ jobId }: { jobId: number }) {
  const { data } = useQuery(admDataQuery(jobId))
  if (!data || data.content.length === 0) return null
  return (
    <Menu
      label="Units with outlines"
      trigger={
        <Button variant="secondary" size="small">
          <Shapes aria-hidden="true" />
          Units with outlines
        </Button>
      }
    >
      {UNIT_FORMAT_NAMES.map((format) => (
        <MenuItem key={format} asChild className="h-auto! py-1.5">
          <a href={unitsAddress(jobId, format)} download>
            <span className="flex flex-col">
              {UNIT_FORMATS[format].label}
              <span className="text-xs text-muted">{UNIT_FORMATS[format].for}</span>
            </span>
          </a>
        </MenuItem>
      ))}
    </Menu>
  )
}
