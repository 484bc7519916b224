import {
  type Announcements,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  arrayMove,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useId } from 'react'
import { BandItem } from './band-item.tsx'
import type { ChosenBand } from './chosen-band.ts'

const INSTRUCTIONS =
  'To move a band, press Space, move it with the arrow keys, and press Space again. Press Escape to leave it where it was.'

/** The chosen bands in order: reordered by dragging, by keyboard, or with each band's buttons. */
export function BandOrder({
  bands,
  locked,
  onChange,
}: {
  bands: readonly ChosenBand[]
  locked: boolean
  onChange: (bands: readonly ChosenBand[]) => void
}) {
  const id = useId()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  if (bands.length === 0)
    return <p className="text-muted">No bands yet. The first one gives the grid of the collection.</p>
  const place = (band: unknown) => bands.findIndex((one) => one.id === Number(band))
  const move = (from: number, to: number) => onChange(arrayMove([...bands], from, to))
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announce(bands, place),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id) move(place(active.id), place(over.id))
      }}
    >
      <SortableContext items={bands.map((band) => band.id)} strategy={verticalListSortingStrategy}>
        <ol aria-label="Bands of the collection" className="flex flex-col gap-1">
          {bands.map((band, at) => (
            <BandItem
              key={band.id}
              band={band}
              place={at}
              last={at === bands.length - 1}
              locked={locked}
              onMove={(to) => move(at, to)}
              onRemove={() => onChange(bands.filter(({ id: one }) => one !== band.id))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Announced by screen readers while a band moves. */
function announce(bands: readonly ChosenBand[], place: (id: unknown) => number): Announcements {
  const name = (id: unknown) => bands[place(id)]?.name ?? 'The band'
  const at = (id: unknown) => `place ${place(id) + 1} of ${bands.length}`
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${at(active.id)}.`,
    // Over itself, as at the start, it would override the previous announcement.
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? `${name(active.id)} is over ${at(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => `${name(active.id)} is now at ${at((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${at(active.id)}.`,
  }
}
