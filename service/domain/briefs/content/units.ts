import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import type { Column, Section, TableBlock } from './block.ts'
import type { BriefContext } from './brief-context.ts'
import { cleanText } from './clean-text.ts'

/** Rows of a table. The country with most districts has about 1,000; nobody reads them on slides. */
const MAX_ROWS = { document: 1500, slides: 42, 'unit-sheets': 1500 }

type UnitColumn = Column & { write: (unit: AdmUnit) => string }

/** A table per level; nothing for a job without units. */
export function unitsSection(context: BriefContext): Section[] {
  const { texts, units } = context
  const levels = ([1, 2] as const).filter((level) => units.some((unit) => unit.level === level))
  if (levels.length === 0) return []
  const tables = levels.map((level) => tableOf(context, level, MAX_ROWS[context.kind]))
  return [{ title: texts.units.title, blocks: [{ kind: 'text', text: texts.units.about }, ...tables] }]
}

function tableOf(context: BriefContext, level: 1 | 2, maxRows: number): TableBlock {
  const { texts, figures } = context
  const all = highestFirst(context.units.filter((unit) => unit.level === level))
  const first = all.slice(0, maxRows)
  const columns = columnsOf(context, all)
  return {
    kind: 'table',
    title: texts.levels[level],
    columns: columns.map(({ title, isFigure, parts }) => ({ title, isFigure, parts })),
    rows: first.map((unit) => columns.map(({ write }) => write(unit))),
    notes: [
      ...(first.some(hasOpenEnd) ? [texts.units.openEnd] : []),
      ...(first.length < all.length
        ? [texts.units.cut({ shown: figures.count(first.length), all: figures.count(all.length) })]
        : []),
    ],
  }
}

/** Only what some unit has. */
function columnsOf(context: BriefContext, units: readonly AdmUnit[]): UnitColumn[] {
  const { figures, record, texts } = context
  const text = texts.units
  const some = (field: keyof AdmUnit) => units.some((unit) => unit[field] !== null)
  const figure = (title: string, write: UnitColumn['write'], parts = 2.3): UnitColumn => ({
    title,
    isFigure: true,
    parts,
    write,
  })
  const threshold = record.diagnostics.parameters.exceedance_threshold
  return [
    ...(some('rank') ? [figure(text.rank, ({ rank }) => figures.count(rank), 1.2)] : []),
    { title: text.name, isFigure: false, parts: 3.4, write: ({ name }) => cleanText(name) },
    figure(text.modelled, ({ modelled }) => figures.percent(modelled)),
    figure(text.interval, (unit) => unitInterval(context, unit), 3.3),
    ...(some('exceedance') && threshold !== null
      ? [
          figure(text.exceedance({ threshold: figures.percent(threshold) }), ({ exceedance }) =>
            figures.probability(exceedance, record.report.draws),
          ),
        ]
      : []),
    ...(some('people') ? [figure(text.people, ({ people }) => figures.people(people), 2.2)] : []),
    ...(some('affected') ? [figure(text.affected, ({ affected }) => figures.people(affected), 2.2)] : []),
    figure(text.observed, ({ observed }) => figures.percent(observed)),
    figure(text.clusters, ({ clusters }) => figures.count(clusters)),
  ]
}

/** The highest prevalence first; units without one last. */
export const highestFirst = (units: readonly AdmUnit[]): AdmUnit[] =>
  units.toSorted((a, b) => (b.modelled ?? -1) - (a.modelled ?? -1))

export const hasOpenEnd = ({ modelled_lower, modelled_upper }: AdmUnit) =>
  modelled_lower === 0 || modelled_upper === 1

/** `*` marks an end that the survey cannot exclude, 0 or 100 %. */
export function unitInterval(
  { figures }: BriefContext,
  { modelled_lower: lower, modelled_upper: upper }: AdmUnit,
) {
  const lowerText = figures.percent(lower) + (lower === 0 ? '*' : '')
  const upperText = figures.percent(upper) + (upper === 1 ? '*' : '')
  return figures.range(lowerText, upperText)
}
