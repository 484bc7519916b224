import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

const DOCUMENT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url))
const START = '<!-- rows of bench/ -->'
const END = '<!-- end of rows of bench/ -->'

export interface Measurement {
  /** The bench, the case and its size, such as `cog-strips-1024`: a run of another size has a row of its own. */
  id: string
  what: string
  peer?: string
  bound?: string
  measured: string
}

/** Replaces or inserts the row of `id` in the table of docs/benchmarks.md, with the date and the machine. */
export function record(
  { id, what, peer = '–', bound = '–', measured }: Measurement,
  path: string = DOCUMENT,
): void {
  const text = readFileSync(path, 'utf8')
  const from = text.indexOf(START) + START.length
  const to = text.indexOf(END, from)
  if (from < START.length || to < 0) throw new Error(`${path}: the marks of the table are missing`)
  const [names, rule, ...rows] = text.slice(from, to).trim().split('\n')
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(0)}`
  const cells = [id, what, peer, bound, measured, date, machine].map((cell) => cell.replaceAll('|', '\\|'))
  const row = `| ${cells.join(' | ')} |`
  const others = rows.filter((other) => !other.startsWith(`| ${id} |`))
  const table = [names, rule, ...[...others, row].toSorted()].join('\n')
  writeFileSync(path, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`)
}
