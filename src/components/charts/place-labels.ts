const LINE = 13
/** Width of an average character at 11 px. */
const CHARACTER = 6.2

/** Distance from a mark to the middle of its label; positive is down. */
export const LABEL_OFFSETS = [-10, 11] as const

/** Places each label above its mark, else below it; one that would overlap another in both places is left out. */
export function placeLabels<Mark extends { name: string }>(
  marks: readonly Mark[],
  /** In pixels, as are the offsets. */
  at: (mark: Mark) => { x: number; y: number },
): Map<Mark, (typeof LABEL_OFFSETS)[number]> {
  const placed: { x: number; y: number; half: number }[] = []
  const offsets = new Map<Mark, (typeof LABEL_OFFSETS)[number]>()
  for (const mark of marks) {
    const { x, y } = at(mark)
    const half = (mark.name.length * CHARACTER) / 2
    const offset = LABEL_OFFSETS.find((dy) =>
      placed.every(
        (other) => Math.abs(other.y - y - dy) >= LINE || Math.abs(other.x - x) >= other.half + half,
      ),
    )
    if (offset === undefined) continue
    placed.push({ x, y: y + offset, half })
    offsets.set(mark, offset)
  }
  return offsets
}
