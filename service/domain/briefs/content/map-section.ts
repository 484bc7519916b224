import type { Area } from '#service/geometry/point-in-polygon.ts'
import { colourAt, drawMarks, drawOutlines } from '../map/draw-map.ts'
import type { Section } from './block.ts'
import type { BriefContext } from './brief-context.ts'
import { cleanText } from './clean-text.ts'

const SWATCHES = 5

/** The mean with the outlines of units and the clusters; nothing for a job without maps. */
export function mapSection(context: BriefContext, areas: readonly Area[]): Section[] {
  const { map, clusters, outlines, texts } = context
  if (!map) return []
  const text = texts.map
  const { from, to } = ends(context)
  return [
    {
      title: text.title,
      blocks: [
        {
          kind: 'picture',
          picture: drawMarks(drawOutlines(map, areas), map, { places: clusters }),
          alt: [
            text.alt({ target: context.target, country: context.country, from, to }),
            ...extremes(context),
          ].join(' '),
          legend: legend(context),
          notes: [
            text.colours({ from, to }),
            ...(map.intervals ? [text.hatched] : []),
            ...(outlines && areas.length > 0 ? [text.outlines[outlines.level]] : []),
            ...(clusters.length > 0 ? [text.clusters] : []),
          ],
        },
      ],
    },
  ]
}

/** Of the colours. */
export function ends({ map, figures }: BriefContext) {
  const { min, max } = map!.range
  return { from: figures.percent(min), to: figures.percent(max) }
}

/** Evenly spaced colours of the ramp with their values. */
export function legend({ map, figures }: BriefContext) {
  const { min, max } = map!.range
  return Array.from({ length: SWATCHES }, (_, i) => {
    const place = i / (SWATCHES - 1)
    return { colour: colourAt(place), label: figures.percent(min + place * (max - min)) }
  })
}

/** The units with the highest and the lowest prevalence. */
function extremes({ units, outlines, texts, figures }: BriefContext): string[] {
  const ranking = units
    .filter(({ level, modelled }) => level === (outlines?.level ?? 1) && modelled !== null)
    .toSorted((a, b) => b.modelled! - a.modelled!)
  const [highest, lowest] = [ranking.at(0), ranking.at(-1)]
  if (!highest || !lowest || highest === lowest) return []
  return [
    texts.map.extremes({
      highest: cleanText(highest.name),
      highestValue: figures.percent(highest.modelled),
      lowest: cleanText(lowest.name),
      lowestValue: figures.percent(lowest.modelled),
    }),
  ]
}
