import { useState } from 'react'
import { MOST_VERTICES, type Place, formatLine, parseLine } from '~/components/map/base/map-place.ts'

/** A line that clicks on the map draw, as its address keeps it. */
export function useDrawnLine(text: string | undefined, onText: (text: string | undefined) => void) {
  const [drawing, setDrawing] = useState(false)
  const line = parseLine(text)
  const setLine = (next: readonly Place[]) => onText(next.length > 0 ? formatLine(next) : undefined)
  return {
    line,
    setLine,
    drawing,
    setDrawing,
    /** Takes what is clicked on the map, null being Escape; false: nothing is being drawn. */
    take: (place: Place | null): boolean => {
      if (!drawing) return false
      if (!place) setDrawing(false)
      else if (line.length < MOST_VERTICES) setLine([...line, place])
      return true
    },
  }
}
