import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { MapPin, X } from 'lucide-react'
import { Spinner } from '~/components/ui/spinner.tsx'
import { useSettled } from '~/components/ui/use-settled.ts'
import { cn } from '~/lib/class-names.ts'
import type { UnitRef } from '~/components/map/base/map-pointer.ts'
import { type Place, describePlace, formatPlace } from '~/components/map/base/map-place.ts'

export interface PointerPlace {
  place: Place
  names: readonly string[]
  /** Units from the largest to the smallest; absent where they are unknown, as at a pin. */
  units?: readonly UnitRef[]
}

const TOUCH_HINT = 'Tap for values; use two fingers to move and zoom.'

/** The values at the cursor, or at the map's centre while it has the keyboard focus; below, those of the pin. */
export function MapReadout({
  pointer,
  pin,
  onUnpin,
  hint = 'Hover for values; click to pin; double-click or Ctrl and wheel to zoom. With the keyboard: arrow keys move, Enter pins.',
  values,
}: {
  pointer: PointerPlace | null
  pin: Place | null
  onUnpin: () => void
  hint?: string
  values: (at: PointerPlace) => ReactNode
}) {
  const settled = useSettled(pointer, pointer && formatPlace(pointer.place))
  return (
    <div aria-live="polite" className="flex w-full flex-col gap-2 text-xs @min-[1000px]:w-52">
      {settled && values(settled)}
      {pin && (
        <div className={cn('flex items-start gap-1', settled && 'border-t pt-2')}>
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="sr-only">Pinned</span>
          {values({ place: pin, names: [] })}
          <Button
            variant="quiet"
            size="icon"
            className="-mt-1 -mr-1 size-6!"
            onClick={onUnpin}
            aria-label="Remove the pin"
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
      {!settled && !pin && (
        <>
          <p className="text-muted pointer-coarse:hidden">{hint}</p>
          <p className="hidden text-muted pointer-coarse:block">{TOUCH_HINT}</p>
        </>
      )}
    </div>
  )
}

/** The place and the values there. */
export function PlaceValues({
  place,
  names,
  busy,
  children,
}: PointerPlace & { busy: boolean; children: ReactNode }) {
  return (
    <div className="max-w-64 min-w-0 flex-1">
      <p className="flex items-center gap-1 font-medium">
        <span className="truncate">{names.length > 0 ? names.join(', ') : describePlace(place)}</span>
        {busy && <Spinner className="size-3!" />}
      </p>
      {names.length > 0 && <p className="text-muted">{describePlace(place)}</p>}
      {children}
    </div>
  )
}
