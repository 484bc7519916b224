import { ClientOnly } from '@tanstack/react-router'
import { Suspense, lazy, useMemo, useRef, useState } from 'react'
import { counted } from '#common/counted.ts'
import type { Country } from '#contract/places/countries.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { parseBox } from '#contract/interpolation/interpolation-list.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'
import { narrowTo, useCountriesFor } from '~/components/map/base/use-narrow-bounds.ts'
import { NoMap } from '~/components/map/legend/no-map.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Crop, Frame, X } from 'lucide-react'
import { Skeleton } from '~/components/ui/skeleton.tsx'

const FootprintMap = lazy(() => import('~/components/map/overlays/footprint-map.tsx'))
const none: readonly Product[] = []
const noCountries: readonly Country[] = []

/** The extents of the page's products; a box drawn here filters the table. */
export function Footprints({
  products = none,
  box,
  onBox,
}: {
  products?: readonly Product[]
  box: string | undefined
  onBox: (box: string | undefined) => void
}) {
  const [drawing, setDrawing] = useState(false)
  const [hits, setHits] = useState<readonly number[]>([])
  const [failure, setFailure] = useState<'outlines' | 'picture' | 'webgl' | null>(null)
  const chooseView = useRef<() => void>(() => undefined)
  const drawable = useMemo(
    () =>
      products.flatMap(({ id, title, iso3_code, bounds_degrees: bounds }) =>
        bounds ? [{ id, title, iso3_code, bounds }] : [],
      ),
    [products],
  )
  const countries = useCountriesFor(drawable.map(({ bounds }) => bounds)) ?? noCountries
  const footprints = useMemo(
    () =>
      drawable.map(({ id, title, iso3_code, bounds }) => ({
        id,
        title,
        bounds: narrowTo(bounds, iso3_code, countries),
      })),
    [drawable, countries],
  )
  const choose = (next: Bounds) => {
    setDrawing(false)
    onBox(next.join())
  }
  const waiting = <Skeleton className="size-full!" />
  return (
    <section aria-label="Footprints" className="flex min-w-0 flex-col gap-2 print:hidden">
      <div className="relative h-56 overflow-hidden rounded border bg-sunk min-[1400px]:h-80">
        {failure === 'webgl' ? (
          <NoMap complete="The table is complete without it." />
        ) : (
          <ClientOnly fallback={waiting}>
            <Suspense fallback={waiting}>
              <FootprintMap
                label="Map of the extents of the products on this page"
                footprints={footprints}
                highlight={hits[0] ?? null}
                box={box === undefined ? null : parseBox(box)}
                drawing={drawing}
                onReady={(act) => {
                  chooseView.current = act
                }}
                onBox={choose}
                onPoint={setHits}
                onFailure={setFailure}
              />
            </Suspense>
          </ClientOnly>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          aria-pressed={drawing}
          disabled={failure === 'webgl'}
          onClick={() => setDrawing(!drawing)}
        >
          <Crop aria-hidden="true" />
          {drawing ? 'Cancel drawing' : 'Draw a box'}
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={failure === 'webgl'}
          onClick={() => chooseView.current()}
        >
          <Frame aria-hidden="true" />
          Use this view
        </Button>
        {box !== undefined && (
          <Button variant="quiet" size="small" onClick={() => onBox(undefined)}>
            <X aria-hidden="true" />
            Clear the box
          </Button>
        )}
      </div>
      <p aria-live="polite" className="min-h-5 text-xs text-muted">
        {drawing
          ? 'Drag on the map. The table keeps the products that overlap the box.'
          : hits.length > 0
            ? footprints
                .filter(({ id }) => hits.includes(id))
                .map(({ title }) => title)
                .join('; ')
            : failure === 'outlines'
              ? 'The outlines of the countries could not be loaded.'
              : products.length > 0
                ? `${footprints.length} of ${counted(products.length, 'product')} on this page can be drawn.`
                : ''}
      </p>
    </section>
  )
}
