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
import { type Covariate, joined, keyOf, nameOf, single } from './band-choice.ts'

const INSTRUCTIONS =
  'To move a band, press Space, move it with the arrow keys, and press Space again. Press Escape to leave it where it was.'

/** The chosen covariates in order: reordered by dragging, by keyboard, or with each band's buttons. */
export function BandOrder({
  bands,
  onChange,
}: {
  bands: readonly Covariate[]
  onChange: (bands: readonly Covariate[]) => void
}) {
  const id = useId()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  if (bands.length === 0)
    return <p className="text-muted">No bands yet. The first one sets the grid of the collection.</p>
  const place = (band: unknown) => bands.findIndex((one) => keyOf(one) === Number(band))
  const replace = (at: number, count: number, ...by: Covariate[]) =>
    onChange(bands.toSpliced(at, count, ...by))
  const move = (from: number, to: number) => onChange(arrayMove([...bands], from, to))
  const joinAbove = (at: number) => {
    const series = at > 0 ? joined(bands[at - 1], bands[at]) : null
    return series && { name: nameOf(bands[at - 1]), onJoin: () => replace(at - 1, 2, series) }
  }
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
      <SortableContext items={bands.map(keyOf)} strategy={verticalListSortingStrategy}>
        <ol aria-label="Bands of the collection" className="flex flex-col gap-1">
          {bands.map((band, at) => (
            <BandItem
              key={keyOf(band)}
              covariate={band}
              place={at}
              last={at === bands.length - 1}
              onMove={(to) => move(at, to)}
              onRemove={() => replace(at, 1)}
              onRename={(series) => replace(at, 1, { ...band, series })}
              onSplit={() => replace(at, 1, ...band.bands.map(single))}
              join={joinAbove(at)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Announced by screen readers while a band moves. */
function announce(bands: readonly Covariate[], place: (id: unknown) => number): Announcements {
  const name = (id: unknown) => (bands[place(id)] ? nameOf(bands[place(id)]) : 'The band')
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
