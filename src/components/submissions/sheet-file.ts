import type { Finding } from '#contract/shapes.ts'
import { placeInWords } from './findings.ts'
import { type Sheet, valueOf } from './sheet.ts'

const baseName = (name: string) => name.replace(/\.[A-Za-z]{2,5}$/, '')

/** What the service judges and queues: one object a row, empty cells left out. */
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

/** RFC 4180. With findings: one more column, which has to go before the file is sent again. */
export function csvOf({ columns, rows }: Sheet, findings?: readonly Finding[]): string {
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const told = (some: readonly Finding[]) =>
    some
      .map(
        (finding) => `${placeInWords(finding)}: ${finding.message}${finding.help ? ` ${finding.help}` : ''}`,
      )
      .join(' | ')
  const ofRow = (row: number) => findings?.filter((finding) => finding.row === row) ?? []
  const ofFile = findings?.filter(({ row }) => row === null || row === 1) ?? []
  const lines = [
    [...columns, ...(findings ? [ofFile.length > 0 ? `findings (${told(ofFile)})` : 'findings'] : [])],
    ...rows.map((row) => [
      ...columns.map((name) => valueOf(row, name)),
      ...(findings ? [told(ofRow(row.row))] : []),
    ]),
  ]
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

/** Gives a text to the browser as a file to keep; the byte order mark tells Excel that it is UTF-8. */
export function saveCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${baseName(name)}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
