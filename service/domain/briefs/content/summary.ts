import { townWarnings } from '#common/town-warnings.ts'
import type { Verdict } from '#service/modelling/verdict/verdict-types.ts'
import type { Block, Section } from './block.ts'
import type { BriefContext } from './brief-context.ts'
import { warningsIn } from './warnings.ts'

/** The figure, what it can be used for, and what is wrong with it. */
export function summary(context: BriefContext): Section {
  const { texts } = context
  const warnings = warningsIn(context)
  return {
    title: texts.summary.title,
    blocks: [
      ...(context.record.report.simulated
        ? [{ kind: 'text', text: texts.simulated, tone: 'warning' } as const]
        : []),
      ...nationalFigure(context),
      ...usableFor(context),
      { kind: 'heading', text: texts.summary.warnings },
      warnings.length > 0
        ? { kind: 'list', items: warnings }
        : { kind: 'text', text: texts.summary.noWarnings },
    ],
  }
}

/** Where it must not be read without a warning, it is not shown: as on the screen. */
function nationalFigure({ record, texts, figures }: BriefContext): Block[] {
  const { national, parameters } = record.diagnostics
  const text = texts.summary
  if (national.modelled === null) return []
  if (townWarnings(record.diagnostics).length > 0)
    return [{ kind: 'text', text: text.withheld, tone: 'strong' }]
  const threshold = parameters.exceedance_threshold
  const lines = [
    text.interval({ interval: figures.interval(national.modelled_lower, national.modelled_upper) }),
    ...(national.affected !== null && national.people !== null
      ? [
          text.people({
            affected: figures.people(national.affected),
            people: figures.people(national.people),
            interval: figures.peopleInterval(national.affected_lower, national.affected_upper),
          }),
        ]
      : []),
    ...(national.exceedance !== null && threshold !== null
      ? [
          text.exceedance({
            threshold: figures.percent(threshold),
            probability: figures.probability(national.exceedance, record.report.draws),
          }),
        ]
      : []),
    ...(national.people === null ? [text.equalCells] : []),
  ]
  const label = national.unraked === null ? text.figure : text.rakedFigure
  return [{ kind: 'figure', label, value: figures.percent(national.modelled), lines }]
}

function usableFor({ record, texts }: BriefContext): Block[] {
  const { verdict } = record.diagnostics
  const text = texts.summary
  const finer = levelAbove(verdict)
  const failures = verdict.criteria.filter(({ level, met }) => level === finer && !met)
  const reasons = [...new Set(failures.map(({ name }) => text.criteria[name]))].join('; ')
  return [
    { kind: 'heading', text: text.use },
    { kind: 'text', text: text.verdicts[verdict.level], tone: 'strong' },
    ...(finer && reasons ? [{ kind: 'text', text: text.notFor[finer]({ reasons }) } as const] : []),
  ]
}

const FINER = ['nation', 'adm1', 'adm2', 'cells'] as const

/** The next finer level that the layer has, which is missed; undefined: there is none. */
function levelAbove({ level, criteria }: Verdict): (typeof FINER)[number] | undefined {
  const finer = FINER.slice(level === 'none' ? 0 : FINER.indexOf(level) + 1)
  return finer.find((one) => criteria.some((criterion) => criterion.level === one))
}
