import { ClientOnly } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import { MapLegend } from '~/components/map/legend/map-legend.tsx'
import { RANGE_LABELS } from '~/components/map/legend/range-presets.ts'
import { NoValueKey } from '~/components/map/legend/no-value-key.tsx'
import { NoMap } from '~/components/map/legend/no-map.tsx'
import { ClassLegend } from '~/components/rasters/class-legend.tsx'
import { RasterFindings } from '~/components/rasters/uploads/raster-findings.tsx'
import {
  formatAffine,
  formatBounds,
  formatCellSize,
  formatCells,
  formatCrs,
  formatFile,
  formatGrid,
  formatNodata,
  formatResolution,
} from '~/components/rasters/raster-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { figure } from '~/lib/figures.ts'

const FootprintMap = lazy(() => import('~/components/map/overlays/footprint-map.tsx'))
const nothing = () => undefined

/** A file's contents: findings with remedies, extent, and distribution of values. */
export function Inspected({
  raster,
  findings,
}: {
  raster: InspectedRaster | null
  findings: readonly RasterFinding[]
}) {
  const has = (level: RasterFinding['severity']) => findings.some(({ severity }) => severity === level)
  return (
    <section aria-label="Inspection" className="flex min-w-0 flex-col gap-4">
      {findings.length === 0 ? (
        <Alert tone="success" title="No findings">
          The file can be published.
        </Alert>
      ) : (
        <>
          {has('error') ? (
            <Alert tone="error" title="The file cannot be published yet" />
          ) : has('warning') ? (
            <Alert tone="warning" title="The file can be published; check the warnings first" />
          ) : (
            <Alert tone="success" title="The file can be published" />
          )}
          <RasterFindings findings={findings} />
        </>
      )}
      {raster && (
        <div className="grid min-w-0 items-start gap-4 wide:grid-cols-2">
          <Card title="Location">
            <Extent raster={raster} />
          </Card>
          <Card title="Contents">
            <Facts raster={raster} />
          </Card>
        </div>
      )}
    </section>
  )
}

function Extent({ raster }: { raster: InspectedRaster }) {
  const [failure, setFailure] = useState<'webgl' | 'picture' | null>(null)
  const { preview, bounds_degrees: bounds } = raster
  const waiting = <Skeleton className="size-full!" />
  return (
    <>
      {bounds && (
        <div className="relative h-64 overflow-hidden rounded border bg-sunk">
          {failure === 'webgl' ? (
            <NoMap complete="The extent in words is below." />
          ) : (
            <ClientOnly fallback={waiting}>
              <Suspense fallback={waiting}>
                <FootprintMap
                  // A new extent creates a new map.
                  key={bounds.join()}
                  label={preview ? 'Map of band 1 of the file' : 'Map of the extent of the file'}
                  picture={preview && { url: `data:image/png;base64,${preview.png}`, bounds: preview.bounds }}
                  footprints={[{ id: 1, title: 'The file', bounds }]}
                  highlight={1}
                  box={null}
                  drawing={false}
                  onReady={nothing}
                  onBox={nothing}
                  onPoint={nothing}
                  onFailure={(what) => what !== 'outlines' && setFailure(what)}
                />
              </Suspense>
            </ClientOnly>
          )}
        </div>
      )}
      <p className="text-muted">{formatBounds(raster)}</p>
      {failure === 'picture' ? (
        <Alert tone="warning">
          Band 1 could not be drawn, so the map shows the extent only: check the values under Contents, or
          drop the file again.
        </Alert>
      ) : (
        preview && (
          <>
            <p className="text-muted">The map shows band 1, reduced. Its legend is under Contents.</p>
            <NoValueKey />
          </>
        )
      )}
    </>
  )
}

/** What the colours of the picture cover, if it is not all values. */
function rangeOf({ preview, bands: [{ min, max }] }: InspectedRaster) {
  if (!preview?.range) return undefined
  const [low, high] = preview.range
  if (low === min && high === max) return undefined
  const note = `Colours: ${figure(low)} to ${figure(high)}, ${RANGE_LABELS.p2_98.toLowerCase()}`
  return { range: { min: low, max: high }, note }
}

function Facts({ raster }: { raster: InspectedRaster }) {
  const facts: [string, string][] = [
    ['Cells', formatCells(raster)],
    ['Cell size', formatCellSize(raster)],
    ['Resolution', formatResolution(raster.resolution_m)],
    ['Affine', formatAffine(raster.affine)],
    ['Reference system', formatCrs(raster.crs, raster.crs_name)],
    ['Type of value', raster.data_type],
    ['Nodata', formatNodata(raster.nodata)],
    ['As sent', formatFile(raster.as_sent)],
    ['Reference grid', formatGrid(raster)],
  ]
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <ul aria-label="Bands" className="flex flex-col gap-3">
        {raster.bands.map(({ band, min, max, mean, histogram, classes }) => (
          <li key={band} className="border-t pt-3">
            {min === null || max === null || mean === null ? (
              <p className="text-muted">Band {band} has no values.</p>
            ) : classes ? (
              <ClassLegend title={`Band ${band}`} classes={classes} />
            ) : (
              <MapLegend
                title={`Band ${band}`}
                unit="Values of its cells"
                ramp="viridis"
                min={min}
                max={max}
                mark={{ label: 'mean', value: mean }}
                histogram={histogram ?? []}
                {...(band === 1 && rangeOf(raster))}
                show={figure}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
