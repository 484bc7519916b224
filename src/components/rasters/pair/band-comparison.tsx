import { SURFACE_VIEWS, type Surface } from '#contract/jobs/output-types.ts'
import type { RasterName } from '#contract/viewing/viewing.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { X } from 'lucide-react'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import type { BandStyle, ChangeStyle } from '~/components/rasters/band-style.ts'
import type { MappedBand } from '~/components/rasters/band-map.tsx'
import { ComparedBands } from './compared-bands.tsx'
import { partsOf, rasterOfBand } from './compared-raster.ts'
import { PairModes } from './pair-modes.tsx'
import { useComparedRaster } from './use-compared-raster.ts'

/** A band beside another band or an output of a job: side by side, under a swipe, or their difference. */
export function BandComparison({
  band,
  compare,
  style,
  onStyleChange,
}: {
  band: MappedBand
  compare: RasterName
  style: BandStyle
  onStyleChange: ChangeStyle
}) {
  const { raster, surfaces, absent, error, busy, retry } = useComparedRaster(compare)
  const { id, surface } = partsOf(compare)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <PairModes mode={style.mode} onMode={(mode) => onStyleChange({ mode })} />
        {surface && surfaces.length > 0 && (
          <Segmented
            label="Output of B"
            value={surface}
            options={surfaces.map((value) => ({ value, label: SURFACE_VIEWS[value].short }))}
            onChange={(next: Surface) => onStyleChange({ compare: `job-${id}-${next}` })}
          />
        )}
        <div className="flex-1" />
        <HelpLink topic="band-maps" />
        <Button
          variant="quiet"
          onClick={() => onStyleChange({ compare: undefined, mode: undefined, swipe: undefined })}
        >
          <X aria-hidden="true" />
          Close the comparison
        </Button>
      </div>
      {raster ? (
        <ComparedBands
          key={compare}
          pair={[rasterOfBand(band), raster]}
          iso3={band.iso3_code}
          style={style}
          onStyleChange={onStyleChange}
        />
      ) : absent ? (
        <Alert tone="warning">{absent} Choose another raster to compare with.</Alert>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} busy={busy} />
      ) : (
        <SkeletonLines lines={6} label="Loading the comparison" />
      )}
    </div>
  )
}
