import { type ReactNode, useState } from 'react'
import { SwipeHandle } from './swipe-handle.tsx'

/** Absent: side by side. */
export type PairMode = 'swipe' | 'difference'

const FRAME = 'relative h-[clamp(20rem,60dvh,36rem)] overflow-hidden rounded border bg-sunk print:h-auto'
const HALF = 50

/** Two maps, A and B: side by side, B above A under a swipe, or one map of their difference. */
export function MapPair({
  mode,
  titles,
  maps: [left, right],
  difference,
  swipe = HALF,
  onSwipe,
}: {
  mode: PairMode | undefined
  titles: readonly [string, string]
  maps: readonly [ReactNode, ReactNode]
  /** Null if there is none. */
  difference: ReactNode
  /** Percent of the width on which A is visible. */
  swipe?: number
  /** Undefined: half. */
  onSwipe: (swipe: number | undefined) => void
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  const at = dragged ?? swipe
  const [a, b] = [`A: ${titles[0]}`, `B: ${titles[1]}`]
  const caption = (
    <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm font-medium">
      <span>{a}</span>
      <span className="ml-auto text-right">{b}</span>
    </figcaption>
  )
  if (mode === 'difference') {
    return (
      difference && (
        <figure className="flex flex-col gap-1">
          {caption}
          <div className={FRAME}>{difference}</div>
        </figure>
      )
    )
  }
  if (mode === 'swipe') {
    return (
      <figure className="flex flex-col gap-1">
        {caption}
        <div className={FRAME}>
          <div className="absolute inset-0 print:static">{left}</div>
          <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
            {right}
          </div>
          <SwipeHandle
            value={at}
            onSwipe={setDragged}
            // An address per pixel would exceed what browsers allow.
            onEnd={() => onSwipe(at === HALF ? undefined : at)}
          />
        </div>
      </figure>
    )
  }
  return (
    <div className="grid gap-3 min-[900px]:grid-cols-2">
      {(
        [
          ['A', a, left],
          ['B', b, right],
        ] as const
      ).map(([letter, title, map]) => (
        <figure key={letter} className="flex min-w-0 flex-col gap-1">
          <figcaption className="truncate text-sm font-medium">{title}</figcaption>
          <div className={FRAME}>{map}</div>
        </figure>
      ))}
    </div>
  )
}
