import { BAND_SHEET_COLUMNS, type uploadBands } from '#contract/rasters/band-uploads.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Finding } from '#contract/shapes.ts'
import { csvOf } from '~/lib/files/csv.ts'

export type BulkAnswer = Answer<typeof uploadBands>

/** A sheet to fill in: the columns, and a row for each chosen raster with a name derived from its file name. */
export function templateCsv(rasters: readonly string[]): string {
  const columns = BAND_SHEET_COLUMNS.map(({ name }) => name)
  const rows = rasters.map((file) =>
    columns.map((name) => {
      if (name === 'file') return file
      if (name === 'band') return '1'
      return name === 'name' ? file.replace(/\.tiff?$/i, '') : ''
    }),
  )
  return csvOf([columns, ...rows])
}

const inWords = ({ column, message, help }: Finding) =>
  `${column === null ? '' : `${column}: `}${message}${help ? ` ${help}` : ''}`

/** The sheet with one extra column, which the service accepts. Findings about the whole file come first. */
export function annotatedCsv({ sheet, findings }: Pick<BulkAnswer, 'sheet' | 'findings'>): string {
  const whole = findings.filter(({ row }) => row === null || row === 1)
  return csvOf([
    [...sheet.columns, 'findings'],
    ...sheet.rows.map(({ row, cells }, place) => {
      const own = findings.filter((finding) => finding.row === row)
      return [...cells, [...(place === 0 ? whole : []), ...own].map(inWords).join(' | ')]
    }),
  ])
}

/** The sheet in the form that the grid renders. */
export const validatedSheet = ({ sheet: { columns, rows }, findings }: BulkAnswer) => ({
  columns,
  findings,
  rows: rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((name, place) => [name, cells[place]])),
  })),
})
