import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { LINK_MINUTES } from '#contract/accounts/signed-links.ts'
import { SURFACES, type Surface } from '#contract/jobs/output-types.ts'
import { jobTilesLinkQuery, outputLinkQuery } from '~/server/jobs.functions.ts'
import { FileLink } from './file-link.tsx'
import { TilesLink } from './tiles-link.tsx'
import { ValidityField } from './validity-field.tsx'

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
  const surface = SURFACES.find((one) => one === type)
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">Open {name} elsewhere</p>
      <ValidityField minutes={minutes} onChange={setMinutes} />
      <FileLink link={link} what={type} name={name} />
      {surface && <SurfaceTiles jobId={jobId} surface={surface} minutes={minutes} />}
    </div>
  )
}

function SurfaceTiles(tiles: { jobId: number; surface: Surface; minutes: number }) {
  const link = useQuery(jobTilesLinkQuery(tiles.jobId, tiles.surface, tiles.minutes))
  return <TilesLink link={link} />
}
