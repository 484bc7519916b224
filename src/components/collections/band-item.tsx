import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button } from '~/components/ui/button.tsx'
import { ArrowDown, ArrowUp, GripVertical, Merge, X } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { cn } from '~/lib/class-names.ts'
import { type Covariate, keyOf, nameOf } from './band-choice.ts'

export function BandItem({
  covariate,
  place,
  last,
  join,
  onMove,
  onRemove,
  onRename,
  onSplit,
}: {
  covariate: Covariate
  place: number
  last: boolean
  /** The covariate above, if both can be years of one series. */
  join: { name: string; onJoin: () => void } | null
  onMove: (to: number) => void
  onRemove: () => void
  onRename: (series: string) => void
  onSplit: () => void
}) {
  const { series, bands } = covariate
  const name = nameOf(covariate)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: keyOf(covariate) })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      className={cn(
        'relative flex items-center gap-1 max-[499px]:flex-wrap rounded border bg-raised py-1 pr-1 pl-2',
        isDragging && 'z-10 shadow-float',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}`}
        className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded text-muted hover:bg-hover"
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <span className="tabular w-6 shrink-0 text-right text-muted">{place + 1}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 px-2 break-words max-[499px]:basis-[70%]">
        {series === null ? (
          <span>
            {name}
            {bands[0].unit && <span className="text-muted">, {bands[0].unit}</span>}
          </span>
        ) : (
          <>
            <Input
              aria-label={`Name of the series ${place + 1}`}
              maxLength={200}
              autoComplete="off"
              value={series}
              onChange={(event) => onRename(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <span className="text-xs text-muted">
              {bands.map((band) => `${band.year} (${band.name})`).join(', ')}
            </span>
          </>
        )}
        {(join || series !== null) && (
          <div className="flex flex-wrap gap-1">
            {join && (
              <Button
                variant="quiet"
                size="small"
                onClick={join.onJoin}
                aria-label={`Join ${name} with ${join.name}`}
              >
                <Merge aria-hidden="true" />
                Join with the one above, by year
              </Button>
            )}
            {series !== null && (
              <Button variant="quiet" size="small" aria-label={`Split ${name}`} onClick={onSplit}>
                Split into bands
              </Button>
            )}
          </div>
        )}
      </div>
      <Button
        variant="quiet"
        size="smallIcon"
        aria-label={`Move ${name} up`}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="quiet"
        size="smallIcon"
        aria-label={`Move ${name} down`}
        disabled={last}
        onClick={() => onMove(place + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="smallIcon" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}
