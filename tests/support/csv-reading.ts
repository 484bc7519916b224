import type { PointsReading } from '#contract/surveys/points-reading.ts'

export const CSV_READING: PointsReading = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: 'comma',
  decimal: 'point',
  sheet: null,
  sheets: [],
  people: null,
}
