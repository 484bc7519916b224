import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'
import { unitsOfPoints } from '../../jobs/run-layer/admin-index.ts'
import type { ClusterPlace } from '../brief-record.ts'
import { drawMarks, drawOutlines } from '../map/draw-map.ts'
import type { Block, PictureBlock, TableBlock } from './block.ts'
import type { BriefContext } from './brief-context.ts'
import { cleanText } from './clean-text.ts'
import { ends, legend } from './map-section.ts'
import { unitInterval } from './units.ts'

/** One page about a unit. */
export interface UnitSheet {
  title: string
  figure: Extract<Block, { kind: 'figure' }>
  /** What the layer can be used for, and what else must be read with the figure. */
  notes: { text: string; isWarning: boolean }[]
  /** Null for a job without maps. */
  picture: PictureBlock | null
  /** A sentence if there are none. */
  clusters: TableBlock | string | null
}

/** More would not fit on the page. */
const MAX_CLUSTERS = 20

/** The sheets of a level's units by name, each written when it is asked for: a hundred pictures need not be in memory twice. */
export function unitSheets(context: BriefContext, areas: readonly Area[]) {
  const { units, level, outlines, map, texts } = context
  const byName = new Intl.Collator(texts.locale, { numeric: true })
  const ofLevel = units
    .filter((unit) => unit.level === level)
    .toSorted((a, b) => byName.compare(a.name, b.name))
  const base = map && drawOutlines(map, areas)
  const places = new Map(outlines?.codes.map((code, i) => [code, i]))
  const inUnit = clustersByUnit(context.clusters, areas)
  return ofLevel.map((unit) => (): UnitSheet => {
    const place = places.get(unit.code)
    const clusters = place === undefined ? [] : (inUnit.get(place) ?? [])
    const area = place === undefined ? undefined : areas[place]
    return {
      title: cleanText(unit.name),
      figure: figureOf(context, unit, ofLevel),
      notes: notesOf(context),
      picture:
        map &&
        base &&
        pictureOf(context, unit, () => drawMarks(base, map, { area, places: clusters }), area !== undefined),
      clusters: clustersOf(context, unit, clusters),
    }
  })
}

function clustersByUnit(
  clusters: readonly ClusterPlace[],
  areas: readonly Area[],
): Map<number, ClusterPlace[]> {
  const unitOf = unitsOfPoints(
    areas.map((area) => ({ code: '', name: '', area })),
    Float64Array.from(clusters, ({ longitude }) => longitude),
    Float64Array.from(clusters, ({ latitude }) => latitude),
  )
  const inUnit = Map.groupBy(clusters.keys(), (i) => unitOf[i])
  return new Map([...inUnit].map(([unit, members]) => [unit, members.map((i) => clusters[i])]))
}

function figureOf(context: BriefContext, unit: AdmUnit, ofLevel: readonly AdmUnit[]): UnitSheet['figure'] {
  const { figures, record, texts } = context
  const threshold = record.diagnostics.parameters.exceedance_threshold
  const ranked = ofLevel.filter(({ rank }) => rank !== null).length
  const lines: (string | false)[] = [
    texts.summary.interval({ interval: unitInterval(context, unit) }),
    unit.rank !== null &&
      texts.sheets.rank({
        rank: figures.count(unit.rank),
        of: figures.count(ranked),
        interval: figures.range(figures.count(unit.rank_lower), figures.count(unit.rank_upper)),
      }),
    unit.affected !== null &&
      unit.people !== null &&
      texts.summary.people({
        affected: figures.people(unit.affected),
        people: figures.people(unit.people),
        interval: figures.peopleInterval(unit.affected_lower, unit.affected_upper),
      }),
    unit.exceedance !== null &&
      threshold !== null &&
      texts.summary.exceedance({
        threshold: figures.percent(threshold),
        probability: figures.probability(unit.exceedance, record.report.draws),
      }),
    unit.observed !== null &&
      texts.sheets.direct({
        observed: figures.percent(unit.observed),
        interval: figures.interval(unit.observed_lower, unit.observed_upper),
      }),
  ]
  return {
    kind: 'figure',
    label: texts.units.modelled,
    value: figures.percent(unit.modelled),
    lines: lines.filter((one) => one !== false),
  }
}

const COARSER = { 1: ['nation', 'none'], 2: ['adm1', 'nation', 'none'] }

function notesOf({ level, record, texts }: BriefContext): UnitSheet['notes'] {
  const verdict = record.diagnostics.verdict.level
  return [
    ...(record.report.simulated ? [{ text: texts.simulated, isWarning: true }] : []),
    { text: texts.summary.verdicts[verdict], isWarning: COARSER[level ?? 1].includes(verdict) },
  ]
}

function pictureOf(
  context: BriefContext,
  unit: AdmUnit,
  draw: () => PictureBlock['picture'],
  isFramed: boolean,
): PictureBlock {
  const { country, map, target, texts } = context
  const colours = ends(context)
  return {
    kind: 'picture',
    picture: draw(),
    alt: isFramed
      ? texts.sheets.alt({ unit: cleanText(unit.name), country })
      : texts.map.alt({ target, country, ...colours }),
    legend: legend(context),
    notes: [
      texts.map.colours(colours),
      ...(map!.intervals ? [texts.map.hatched] : []),
      ...(isFramed ? [texts.sheets.frame] : []),
      ...(isFramed && unit.clusters > 0 ? [texts.map.clusters] : []),
    ],
  }
}

function clustersOf(
  { figures, texts }: BriefContext,
  unit: AdmUnit,
  clusters: readonly ClusterPlace[],
): UnitSheet['clusters'] {
  const text = texts.sheets
  if (unit.clusters === 0) return text.noClusters
  // The outlines are no longer in the catalogue.
  if (clusters.length === 0) return null
  const first = clusters.slice(0, MAX_CLUSTERS)
  const figure = (title: string) => ({ title, isFigure: true, parts: 2 })
  return {
    kind: 'table',
    title: text.clusters,
    columns: [
      { title: text.cluster, isFigure: false, parts: 3 },
      figure(text.examined),
      figure(text.cases),
      figure(text.observed),
      figure(text.fitted),
    ],
    rows: first.map(({ cluster, denominator, numerator, observed, fitted }) => [
      cleanText(cluster),
      figures.amount(denominator),
      figures.amount(numerator),
      figures.percent(observed),
      figures.percent(fitted),
    ]),
    notes:
      first.length < clusters.length
        ? [text.more({ shown: figures.count(first.length), all: figures.count(clusters.length) })]
        : [],
  }
}
