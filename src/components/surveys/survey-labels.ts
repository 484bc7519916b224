import type { Survey } from '#contract/surveys/survey-list.ts'
import { quarter } from '~/lib/time/quarter.ts'

/** '2018-11-05' → 'Q4 2018'; without a date the year, if the wave has one. */
export function surveyDate({ source_date, year }: Pick<Survey, 'source_date' | 'year'>): string | null {
  const [, years, month] = /^(\d{4})-(\d{2})/.exec(source_date ?? '') ?? []
  if (years && month) return `${quarter(Number(month))} ${years}`
  return year === null ? null : String(year)
}

/** 'Nigeria · SIM 2024 · safe_water' */
export const surveyName = ({ country, source, source_wave, target }: Survey) =>
  `${country} · ${source} ${source_wave} · ${target}`
