import type { LibraryMap } from './map-library.ts'

/** Pixels: small enough to aim at a place; with Shift, most of a narrow map. */
const STEP = 40
const LONG_STEP = 200
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrow keys pan by small steps, instead of the library's 100 pixels. Other keys stay the library's. */
export function panBySmallSteps(map: LibraryMap): void {
  map.getCanvas().addEventListener('keydown', (event) => {
    const direction = DIRECTIONS[event.key]
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const step = event.shiftKey ? LONG_STEP : STEP
    map.panBy([direction[0] * step, direction[1] * step], { duration: 80 })
  })
}
