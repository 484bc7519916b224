/** Pixels by column, by table: what a person has set in this browser. */
export type ColumnWidths = Readonly<Record<string, Readonly<Record<string, number>>>>

const MIN_WIDTH = 48
const MAX_WIDTH = 800
/** Browsers keep cookies of up to 4 KB; the tables that were changed last stay. */
const MAX_LENGTH = 2000
const NAME = /^\w{1,40}$/

export const allowedWidth = (px: number) => Math.round(Math.min(Math.max(px, MIN_WIDTH), MAX_WIDTH))

/** `listJobs:target-120.status-90|listBands:…`; parts that are not of this form are left out. */
export function readWidths(text: string): ColumnWidths {
  const tables = text
    .slice(0, MAX_LENGTH)
    .split('|')
    .map((part) => {
      const [table, columns = ''] = part.split(':')
      const widths = columns.split('.').map((column) => {
        const [name, px] = column.split('-')
        return [name, Number(px)] as const
      })
      return [
        table,
        Object.fromEntries(widths.filter(([name, px]) => NAME.test(name) && px === allowedWidth(px))),
      ] as const
    })
  return Object.fromEntries(
    tables.filter(([table, widths]) => NAME.test(table) && Object.keys(widths).length > 0),
  )
}

export function writeWidths(widths: ColumnWidths): string {
  const parts = Object.entries(widths).map(
    ([table, columns]) =>
      `${table}:${Object.entries(columns)
        .map(([name, px]) => `${name}-${px}`)
        .join('.')}`,
  )
  while (parts.join('|').length > MAX_LENGTH) parts.shift()
  return parts.join('|')
}

/** One column changed; its table counts as changed last. */
export function withWidth(widths: ColumnWidths, table: string, column: string, px: number): ColumnWidths {
  const { [table]: columns, ...others } = widths
  return { ...others, [table]: { ...columns, [column]: allowedWidth(px) } }
}
