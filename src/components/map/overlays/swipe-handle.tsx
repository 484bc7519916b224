/** The divider: a range input over the whole map, of which only the handle takes the pointer. Arrow keys move it. */
export function SwipeHandle({
  value,
  onSwipe,
  onEnd,
}: {
  /** Percent of the width. */
  value: number
  onSwipe: (value: number) => void
  /** The pointer or the key is released. */
  onEnd: () => void
}) {
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 z-10 w-0.5 -translate-x-1/2 bg-text"
        style={{ left: `${value}%` }}
      />
      <input
        type="range"
        min={0}
        max={100}
        aria-label="Swipe between A and B"
        aria-valuetext={`A covers ${value} percent of the width`}
        value={value}
        onChange={({ target }) => onSwipe(Number(target.value))}
        onPointerUp={onEnd}
        onKeyUp={onEnd}
        onBlur={onEnd}
        className="swipe-handle"
      />
    </>
  )
}
