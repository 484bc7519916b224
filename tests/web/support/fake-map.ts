import type { MapHandle, MapOptions } from '~/components/map/overlays/draw-map.ts'

/** A map that the screen drew, and the calls it received. jsdom has no WebGL. */
export interface DrawnMap {
  options: MapOptions
  tiles: string[]
  views: Parameters<MapHandle['setView']>[0][]
  highlights: (string | null)[]
  looks: Parameters<MapHandle['setOverlayStyle']>[0][]
  flights: Parameters<MapHandle['flyTo']>[0][]
  lines: Parameters<MapHandle['setLine']>[0][]
}

/** tests/support/browser/screens.setup.ts puts it in the place of draw-map.ts, and resets it before each test. */
export const drawn = {
  /** Those on the screen. */
  maps: [] as DrawnMap[],
  /** As in a browser without WebGL. */
  fails: false,
  reset() {
    drawn.maps = []
    drawn.fails = false
  },
  lastTiles: () => drawn.maps.at(-1)?.tiles.at(-1) ?? '',
}

export function drawMap(options: MapOptions): MapHandle {
  if (drawn.fails) throw new Error('no WebGL')
  const map: DrawnMap = { options, tiles: [], views: [], highlights: [], looks: [], flights: [], lines: [] }
  drawn.maps.push(map)
  return {
    setTiles: (template) => void map.tiles.push(template),
    setColours: () => undefined,
    setPin: () => undefined,
    setLine: (line) => void map.lines.push(line),
    setHighlight: (code) => void map.highlights.push(code),
    setOverlayStyle: (look) => void map.looks.push(look),
    flyTo: (unit) => void map.flights.push(unit),
    setView: (view) => void map.views.push(view),
    destroy: () => void drawn.maps.splice(drawn.maps.indexOf(map), 1),
  }
}
