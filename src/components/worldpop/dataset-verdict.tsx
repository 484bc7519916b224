import { useEffect, useRef } from 'react'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import { RasterFindings } from '~/components/rasters/uploads/raster-findings.tsx'
import { formatCells, formatCrs, formatNodata, formatResolution } from '~/components/rasters/raster-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Facts } from '~/components/ui/facts.tsx'

export interface Verdict {
  findings: readonly RasterFinding[]
  raster: InspectedRaster | null
}

/** A raster's inspection result; nothing was stored. */
export function DatasetVerdict({ verdict: { findings, raster } }: { verdict: Verdict }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {errors > 0 ? (
        <Alert tone="error" title="This raster cannot be imported">
          Nothing was stored. Each finding says how to fix it.
        </Alert>
      ) : (
        <Alert tone={findings.length > 0 ? 'warning' : 'success'} title="This raster can be imported">
          Nothing is stored yet.
        </Alert>
      )}
      {findings.length > 0 && <RasterFindings findings={findings} />}
      {raster && (
        <Facts
          facts={[
            ['Cells', formatCells(raster)],
            ['Resolution', formatResolution(raster.resolution_m)],
            ['Reference system', formatCrs(raster.crs, raster.crs_name)],
            ['Nodata', formatNodata(raster.nodata)],
            ['Bands', raster.bands.length],
          ]}
        />
      )}
    </div>
  )
}
