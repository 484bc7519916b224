import type { Profile } from '#contract/viewing/viewing.ts'
import { ALERT, FIRST, INK, SECOND } from '~/components/charts/chart-colours.ts'
import { type DrawPlot, PlotFigure } from '~/components/charts/plot-figure.tsx'
import { describePlace } from '~/components/map/base/map-place.ts'
import { figure } from '~/lib/figures.ts'
import type { ProfiledRaster } from './profiled-raster.ts'

/** In the order of the rasters; the dashes distinguish the lines without colours. */
const LINES = [
  { stroke: FIRST },
  { stroke: ALERT, strokeDasharray: '6 3' },
  { stroke: INK, strokeDasharray: '2 3' },
  { stroke: SECOND, strokeDasharray: '8 3 2 3' },
]

/** Value against distance, of rasters with the same unit; a line has gaps where there is no value. */
export function ProfileChart({
  profile,
  rasters,
}: {
  profile: Profile
  /** Places in the profile, and what is there. */
  rasters: readonly (ProfiledRaster & { index: number })[]
}) {
  const [{ unit }] = rasters
  const names = rasters.map(({ label }) => label).join(', ')
  const series = rasters.map(({ index }) =>
    profile.points.map(({ distance_km: x }, i) => ({ x, y: profile.rasters[index].values[i] ?? Number.NaN })),
  )
  const draw: DrawPlot = (plot, width) =>
    plot.plot({
      width,
      height: 220,
      marginLeft: 56,
      marginBottom: 40,
      marginRight: 16,
      x: { label: 'Distance, km', labelAnchor: 'center', ticks: width < 420 ? 3 : 6 },
      y: { grid: true, nice: true, label: unit || 'Value' },
      marks: series.map((points, i) => plot.line(points, { x: 'x', y: 'y', strokeWidth: 1.8, ...LINES[i] })),
    }) as SVGSVGElement
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {rasters.length > 1 && (
        <ul aria-label="Lines" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {rasters.map(({ name, label }, i) => (
            <li key={name} className="flex items-center gap-2">
              <svg aria-hidden="true" width="28" height="8">
                <line x1="0" x2="28" y1="4" y2="4" strokeWidth="2" {...LINES[i]} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      <PlotFigure
        title={names}
        note="The value of the cell under each point, at full resolution. A gap has no value."
        height={220}
        draw={draw}
        drawKey={JSON.stringify(series)}
        table={{
          columns: ['Distance, km', 'Place', ...rasters.map(({ label }) => label)],
          rows: profile.points.map((point, i) => [
            figure(point.distance_km),
            describePlace(point),
            ...rasters.map(({ index }) => figure(profile.rasters[index].values[i])),
          ]),
        }}
      />
    </div>
  )
}
