/** Visible columns by table: what a person last chose in this browser. */
export type OwnColumns = Readonly<Record<string, readonly string[]>>

/** Browsers keep cookies of up to 4 KB; the tables that were changed last stay. */
const MAX_LENGTH = 2000
const NAME = /^\w{1,40}$/

/** `listJobs:target.status|listBands:…`; parts that are not of this form are left out. */
export const readColumns = (text: string): OwnColumns =>
  Object.fromEntries(
    text
      .slice(0, MAX_LENGTH)
      .split('|')
      .map((part) => {
        const [table, columns = ''] = part.split(':')
        return [table, columns.split('.').filter((name) => NAME.test(name))] as const
      })
      .filter(([table, columns]) => NAME.test(table) && columns.length > 0),
  )

export function writeColumns(columns: OwnColumns): string {
  const parts = Object.entries(columns).map(([table, names]) => `${table}:${names.join('.')}`)
  while (parts.join('|').length > MAX_LENGTH) parts.shift()
  return parts.join('|')
}
