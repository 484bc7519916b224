import type { AggregateRequest } from '#contract/jobs/aggregates.ts'
import type { Areas } from './areas-of-file.ts'

/** What a person asks of a layer's posterior; figures as they are typed. */
export interface AggregateChoice {
  outlines: 'layer' | 'version' | 'file'
  version: number | null
  file: { name: string; areas: Areas } | null
  /** Codes of the layer's units that count as one. */
  union: readonly string[]
  /** Id of a band. */
  people: 'layer' | 'none' | number
  /** In percent; empty: as in the layer. */
  threshold: string
  rakeTo: string
}

export const START_CHOICE: AggregateChoice = {
  outlines: 'version',
  version: null,
  file: null,
  union: [],
  people: 'layer',
  threshold: '',
  rakeTo: '',
}

export type AggregateProblems = Partial<Record<'version' | 'file' | 'threshold' | 'rakeTo', string>>

/** The request of a choice, or what is wrong with it, by field. A drawn area takes the place of other outlines. */
export function requestOf(
  choice: AggregateChoice,
  area: Areas | null,
): { request: AggregateRequest } | { problems: AggregateProblems } {
  const problems: AggregateProblems = {}
  const outlines = outlinesOf(choice, area, problems)
  const threshold = shareOf(choice.threshold)
  const rakeTo = shareOf(choice.rakeTo)
  if (threshold === null) problems.threshold = PERCENT
  if (rakeTo === null) problems.rakeTo = PERCENT
  if (Object.keys(problems).length > 0 || !outlines) return { problems }
  return {
    request: {
      outlines,
      unions: unionsOf(choice, area),
      ...(choice.people !== 'layer' && {
        population_band_id: choice.people === 'none' ? null : choice.people,
      }),
      ...(typeof threshold === 'number' && { exceedance_threshold: threshold }),
      ...(typeof rakeTo === 'number' && { rake_to: rakeTo }),
    },
  }
}

function outlinesOf(
  { outlines, version, file }: AggregateChoice,
  area: Areas | null,
  problems: AggregateProblems,
): AggregateRequest['outlines'] | null {
  if (area) return { kind: 'areas', areas: area }
  if (outlines === 'layer') return { kind: 'layer' }
  if (outlines === 'version') {
    if (version !== null) return { kind: 'version', id: version }
    problems.version = 'Choose a version.'
  } else {
    if (file) return { kind: 'areas', areas: file.areas }
    problems.file = 'Choose a file.'
  }
  return null
}

const unionsOf = ({ outlines, union }: AggregateChoice, area: Areas | null): AggregateRequest['unions'] =>
  area || outlines !== 'layer' || union.length < 2
    ? []
    : [{ name: `${union.length} units together`, codes: [...union] }]

const PERCENT = 'must be a number above 0 and below 100'

/** The share that a typed percentage is; undefined for none, null if it is no number above 0 and below 100. */
function shareOf(text: string): number | null | undefined {
  if (text.trim() === '') return undefined
  const percent = Number(text.trim().replace(',', '.'))
  return percent > 0 && percent < 100 ? Number((percent / 100).toPrecision(12)) : null
}
