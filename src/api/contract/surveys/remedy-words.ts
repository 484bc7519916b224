import { PLACE_REMEDY_WORDS } from './place-remedies.ts'
import type { Remedy, SurveyRemedy } from './remedies.ts'

/** What it does, and the same as an action. */
export const REMEDY_WORDS: Record<Remedy, { done: string; action: string }> = {
  ...PLACE_REMEDY_WORDS,
  'swap-counts': {
    done: 'numerator and denominator are swapped',
    action: 'Swap numerator and denominator',
  },
  'multiply-shares': {
    done: 'the numerators are shares, and multiplied by the denominators',
    action: 'Multiply by the denominators',
  },
  'multiply-percentages': {
    done: 'the numerators are percentages, and multiplied by the denominators',
    action: 'Multiply by the denominators, divide by 100',
  },
  'leave-out-unplaced': { done: 'clusters without a position are left out', action: 'Leave them out' },
  'leave-out-outside': { done: 'clusters outside the country are left out', action: 'Leave them out' },
  'leave-out-empty': { done: 'clusters without people are left out', action: 'Leave them out' },
  'number-ids': { done: 'cluster ids that repeat are numbered', action: 'Number them' },
}

const NAMED_ROWS = 5

/** 'clusters outside the country are left out: rows 2, 5, 9, 11, 20 and 23 more' */
export function remedySentence({ remedy, rows }: SurveyRemedy): string {
  const { done } = REMEDY_WORDS[remedy]
  if (rows.length === 0) return done
  const more = rows.length - NAMED_ROWS
  return `${done}: ${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, NAMED_ROWS).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}
