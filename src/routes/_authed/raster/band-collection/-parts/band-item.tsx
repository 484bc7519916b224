import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button } from '~/components/ui/button.tsx'
import { ArrowDown, ArrowUp, GripVertical, X } from '~/components/ui/icons.tsx'
import { cn } from '~/lib/class-names.ts'
import type { ChosenBand } from './chosen-band.ts'

export function BandItem({
  band,
  place,
  last,
  locked,
  onMove,
  onRemove,
}: {
  band: ChosenBand
  place: number
  last: boolean
  locked: boolean
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: band.id, disabled: locked })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      className={cn(
        'relative flex items-center gap-1 rounded border bg-raised py-1 pr-1 pl-2',
        isDragging && 'z-10 shadow-float',
      )}
    >
      {!locked && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${band.name}`}
          className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded text-muted hover:bg-hover"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>
      )}
      <span className="tabular w-6 shrink-0 text-right text-muted">{place + 1}</span>
      <span className="min-w-0 flex-1 px-2 break-words">
        {band.name}
        {band.unit && <span className="text-muted">, {band.unit}</span>}
      </span>
      {!locked && (
        <>
          <Button
            variant="quiet"
            size="smallIcon"
            aria-label={`Move ${band.name} up`}
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
          <Button
            variant="quiet"
            size="smallIcon"
            aria-label={`Move ${band.name} down`}
            disabled={last}
            onClick={() => onMove(place + 1)}
          >
            <ArrowDown aria-hidden="true" />
          </Button>
          <Button variant="quiet" size="smallIcon" aria-label={`Remove ${band.name}`} onClick={onRemove}>
            <X aria-hidden="true" />
          </Button>
        </>
      )}
    </li>
  )
}
