import { type ComponentProps, Suspense, lazy, useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { isPortrait } from '~/components/map/base/bounds-of.ts'
import type { ClusterHit, UnitRef } from '~/components/map/base/map-pointer.ts'
import { MapFrame } from '~/components/map/base/map-frame.tsx'
import { formatPlace, formatView, parsePlace, parseView } from '~/components/map/base/map-place.ts'
import type { OverlayStyle } from '~/components/map/overlays/map-overlays.ts'
import { MapPanel } from '~/components/map/base/map-panel.tsx'
import { MapReadout, type PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { tileOrigin } from '~/components/map/base/tile-origin.ts'
import { jobTiles } from '~/components/rasters/job-tiles.ts'
import { useDrawnLine } from '~/components/rasters/profile/use-drawn-line.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { cn } from '~/lib/class-names.ts'
import { clustersAddress } from './addresses.ts'
import { type AdminUnit, levelsOf } from '~/components/jobs/report/units/admin-sort.ts'
import { countryFigure } from '~/components/jobs/report/units/country-figure.ts'
import { ClusterPopover } from './cluster-popover.tsx'
import { MAPPED_CLUSTERS } from '~/lib/mapped-clusters.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { isShare } from '#contract/jobs/surface-range.ts'
import { formatRange, hasChosenRange, rangeOfCells } from './colour-range.ts'
import { outlinesOf } from './map-addresses.ts'
import { MapControls } from './map-controls.tsx'
import { jobTitle } from '~/components/jobs/report/format.ts'
import { type ChangeSearch, type ReportSearch, usualRamp } from '~/components/jobs/report/report-search.ts'
import { SurfaceLegend } from './surface-legend.tsx'
import { SurfaceValues, UnitValues } from './surface-values.tsx'
import { surfaceOnMap, surfaceTitle, surfaceValue } from './surfaces.ts'
import {
  hasExtrapolated,
  hatchesCells,
  uncertainCells,
  unitAt,
  unitsRange,
  unitsStyle,
} from './units-style.ts'

const ReportProfile = lazy(async () => ({ default: (await import('./report-profile.tsx')).ReportProfile }))

type Failure = 'tiles' | 'outlines' | 'clusters' | 'webgl'
const FAILURES: Record<Exclude<Failure, 'webgl'>, string> = {
  tiles: 'Some pictures of the surface could not be loaded. Move the map or reload the page to try again.',
  clusters: 'The clusters could not be loaded. The surface itself is complete.',
  outlines: 'The outlines of the admin units could not be loaded. The surface itself is complete.',
}

/** A completed job's surface on the map, with everything needed to read it. */
export function ReportMap({
  report,
  bounds,
  surfaces,
  search,
  onChange,
  units,
  flight,
}: {
  report: JobReport
  bounds: NonNullable<JobReport['bounds']>
  surfaces: NonNullable<JobReport['surfaces']>
  search: ReportSearch
  onChange: ChangeSearch
  units: readonly AdminUnit[]
  /** The unit that the person chose in the table. */
  flight: UnitRef | null
}) {
  const [pointer, setPointer] = useState<PointerPlace | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [cluster, setCluster] = useState<ClusterHit | null>(null)
  const surface = surfaceOnMap(report, search.surface)
  const ramp = search.ramp ?? usualRamp(surface)
  const cellRange = rangeOfCells(surfaces, surface, search)
  const summary = surfaces[surface]
  const country = countryFigure(report, surface)
  const pin = parsePlace(search.pin)
  const { line, setLine, drawing, setDrawing, take } = useDrawnLine(search.line, (next) =>
    onChange({ line: next }, { replace: true }),
  )
  const title = `${surfaceTitle(surface, report)}: ${jobTitle(report)}`
  const outlines = outlinesOf(report)
  const { level } = levelsOf(units, search.level)
  const hasUnits = units.length > 0 && outlines.some(({ placeType }) => placeType === `adm${level}`)
  const asUnits = hasUnits && search.show === 'units'
  const range = asUnits ? unitsRange(units, level, surface, cellRange) : cellRange
  const hatched = !asUnits && (search.hatch ?? hatchesCells(report))
  const uncertain = hatched ? uncertainCells(surface, range) : null
  const extrapolated = hatched && hasExtrapolated(report)
  const showsClusters = search.clusters ?? true
  const style: OverlayStyle = {
    opacity: (search.opacity ?? 100) / 100,
    units: asUnits ? unitsStyle(units, level, surface, ramp, range) : null,
    clusters: showsClusters
      ? {
          url: tileOrigin() + clustersAddress(report.id),
          count: Math.min(readDiagnostics(report.diagnostics)?.national?.clusters ?? 0, MAPPED_CLUSTERS),
          ramp: isShare(surface) ? { name: ramp, range } : null,
        }
      : null,
    places: search.places ?? true,
    hatch: uncertain ? jobTiles(report.id, uncertain.surface, 'hatch', uncertain.range) : undefined,
    // Overviews are averages.
    counterHatch: extrapolated
      ? jobTiles(report.id, 'extrapolated', 'counter-hatch', { min: 0.5, max: 1 })
      : undefined,
  }
  const pinAt: ComponentProps<typeof MapFrame>['onPin'] = (place, there) => {
    if (take(place)) return
    onChange(
      {
        pin: place ? formatPlace(place) : undefined,
        unit: there.find(({ placeType }) => placeType === `adm${level}`)?.code,
      },
      { replace: true },
    )
  }
  return (
    <section aria-labelledby="map-title" className="flex flex-col gap-3 break-inside-avoid">
      <h2 id="map-title" className="sr-only">
        Map
      </h2>
      <MapControls
        report={report}
        search={search}
        surface={surface}
        ramp={ramp}
        range={range}
        hasUnits={hasUnits}
        drawing={drawing}
        onDrawing={setDrawing}
        onChange={onChange}
      />
      {failure && failure !== 'webgl' && <Alert tone="warning">{FAILURES[failure]}</Alert>}
      <p className="sr-only">
        {title}.
        {summary &&
          ` Values run from ${surfaceValue(surface, summary.min)} to ${surfaceValue(surface, 'highest' in summary ? summary.highest : summary.max)}.`}
        {country !== undefined && ` The country's figure is ${surfaceValue(surface, country)}.`}
        {units.length > 0 && ' The table of admin units below holds the same result as text.'}
      </p>
      <MapPanel
        portrait={isPortrait(bounds)}
        without={
          failure === 'webgl' ? 'The tables, charts and downloads below are complete without it.' : null
        }
        map={
          <div className={cn('relative h-full', drawing && 'drawing-line')}>
            <MapFrame
              label={title}
              bounds={bounds}
              iso3={report.iso3_code}
              tiles={jobTiles(report.id, surface, ramp, range)}
              outlines={outlines}
              view={parseView(search.view)}
              pin={pin}
              line={line}
              highlight={search.unit ?? null}
              style={style}
              flight={flight}
              onView={(view) => onChange({ view: formatView(view) }, { replace: true })}
              onPoint={(place, names, there) => setPointer(place && { place, names, units: there })}
              onPin={pinAt}
              onCluster={setCluster}
              onFailure={setFailure}
            />
            {cluster && <ClusterPopover hit={cluster} />}
          </div>
        }
        legend={
          <SurfaceLegend
            report={report}
            surfaces={surfaces}
            surface={surface}
            ramp={ramp}
            range={range}
            units={asUnits ? units.filter((unit) => unit.level === level) : null}
            hatched={asUnits || uncertain !== null}
            extrapolated={extrapolated}
            clusters={showsClusters}
            onRange={
              asUnits || !hasChosenRange(surface)
                ? undefined
                : (next) => onChange({ range: formatRange(next) }, { replace: true })
            }
          />
        }
        readout={
          <MapReadout
            pointer={pointer}
            pin={pin}
            onUnpin={() => onChange({ pin: undefined, unit: undefined }, { replace: true })}
            values={(at) =>
              asUnits ? (
                <UnitValues
                  report={report}
                  surface={surface}
                  level={level}
                  unit={unitAt(at, units, level, search.unit)}
                />
              ) : (
                <SurfaceValues report={report} surface={surface} {...at} />
              )
            }
          />
        }
      />
      <p className="text-xs text-muted">
        Hatched areas without a colour have no value. Countries, towns, lakes and rivers: Natural Earth.
        Outlines do not express an opinion on borders.
      </p>
      {(drawing || line.length > 0) && (
        <Suspense fallback={<SkeletonLines lines={4} label="Loading the profile" />}>
          <ReportProfile
            report={report}
            surface={surface}
            line={line}
            onLine={setLine}
            onClose={() => {
              setDrawing(false)
              onChange({ line: undefined })
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
