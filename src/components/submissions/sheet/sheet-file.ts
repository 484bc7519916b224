import type { Finding } from '#contract/shapes.ts'
import { csvOf as csvLines } from '~/lib/files/csv.ts'
import { formatPlace } from '~/components/findings/findings.ts'
import { type Sheet, valueOf } from './sheet.ts'

export { saveCsv } from '~/lib/files/save-csv.ts'

const baseName = (name: string) => name.replace(/\.[A-Za-z]{2,5}$/, '')

/** What the service validates and queues: one object per row, without empty cells. */
export function jsonOf({ columns, rows }: Sheet): string {
  const layers = rows.map((row) =>
    Object.fromEntries(
      columns.map((name) => [name, valueOf(row, name).trim()] as const).filter(([, value]) => value !== ''),
    ),
  )
  return `${JSON.stringify(layers, null, 2)}\n`
}

export const jsonFile = (sheet: Sheet, name: string): File =>
  new File([jsonOf(sheet)], `${baseName(name)}.json`, { type: 'application/json' })

/** RFC 4180. With findings: one extra column, which must be removed before the file is sent again. */
export function csvOf({ columns, rows }: Sheet, findings?: readonly Finding[]): string {
  const inWords = (some: readonly Finding[]) =>
    some
      .map(
        (finding) => `${formatPlace(finding)}: ${finding.message}${finding.help ? ` ${finding.help}` : ''}`,
      )
      .join(' | ')
  const ofRow = (row: number) => findings?.filter((finding) => finding.row === row) ?? []
  const ofFile = findings?.filter(({ row }) => row === null || row === 1) ?? []
  const lines = [
    [...columns, ...(findings ? [ofFile.length > 0 ? `findings (${inWords(ofFile)})` : 'findings'] : [])],
    ...rows.map((row) => [
      ...columns.map((name) => valueOf(row, name)),
      ...(findings ? [inWords(ofRow(row.row))] : []),
    ]),
  ]
  return csvLines(lines)
}
