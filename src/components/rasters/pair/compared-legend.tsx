import { useQuery } from '@tanstack/react-query'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { RampLegend } from '~/components/map/legend/ramp-legend.tsx'
import type { Ramp } from '~/components/map/legend/ramps.ts'
import { figure } from '~/lib/figures.ts'
import { bandHistogramQuery } from '~/server/bands.functions.ts'
import { ClassLegend } from '~/components/rasters/class-legend.tsx'
import { type ComparedRaster, partsOf } from './compared-raster.ts'

/** One legend if both rasters have the same colours, else one for each. */
export function ComparedLegend({
  pair: [one, other],
  ranges,
  same,
  ramp,
}: {
  pair: readonly [ComparedRaster, ComparedRaster]
  ranges: readonly [Range, Range]
  same: boolean
  ramp: Ramp
}) {
  if (same) {
    const title = `${one.unit || 'No unit given'}; the same colours in both`
    return <RampLegend title={title} ramp={ramp} range={ranges[0]} show={figure} />
  }
  return (
    <div className="flex w-60 max-w-full flex-col gap-3">
      {([one, other] as const).map((raster, i) => {
        const title = `${'AB'[i]}: ${raster.title}`
        return raster.categorical ? (
          <BandClasses key={title} id={partsOf(raster.name).id} title={title} />
        ) : (
          <RampLegend
            key={title}
            title={`${title}, ${raster.unit || 'no unit given'}`}
            ramp={ramp}
            range={ranges[i]}
            show={figure}
          />
        )
      })}
    </div>
  )
}

function BandClasses({ id, title }: { id: number; title: string }) {
  const { data } = useQuery(bandHistogramQuery({ id, categorical: true }))
  return <ClassLegend title={title} classes={data?.classes} />
}
