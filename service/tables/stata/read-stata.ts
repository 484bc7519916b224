import type { Encoding } from '#common/delimited.ts'
import { TableError } from '../table-error.ts'
import { OutOfFile } from './bounded-view.ts'
import { readLongTexts } from './long-texts.ts'
import { findStataLayout, stataVersion, type StataLayout, type StataVariable } from './stata-layout.ts'
import { readValueLabels, type ValueLabels } from './value-labels.ts'

interface StataTable {
  encoding: Encoding
  header: string[]
  rows: number
  /** The cells at this place of the header; codes by their labels, if all of them have one. */
  column: (place: number) => string[]
  /** Codes of the columns with value labels: by the column's name, by label. */
  codes: ReadonlyMap<string, ReadonlyMap<string, string>>
}

interface StataOptions {
  /** The file's name in sentences, e.g. 'The points file'. */
  what: string
  /** Of versions before 118, which do not say; windows-1252 if it is left out. */
  encoding?: Encoding
}

/** A Stata file of version 114 (Stata 10) to 119, with missing values as empty cells. */
export function readStata(bytes: Buffer, { what, encoding: choice }: StataOptions): StataTable {
  const version = stataVersion(bytes)
  if (![114, 115, 117, 118, 119].includes(version))
    throw new TableError(
      'unsupported-type',
      `${what} is a Stata file of version ${version}; those of 114 (Stata 10) to 119 are read: open it and save it again, or export delimited using "table.csv".`,
    )
  const encoding = version >= 118 ? 'utf-8' : (choice ?? 'windows-1252')
  const decoder = new TextDecoder(encoding)
  const decode = (text: Buffer) => decoder.decode(text).replaceAll('\0', '').trim()
  return whole(what, () => {
    const layout = findStataLayout(bytes)
    const labels = readValueLabels(layout, decode)
    const texts = readLongTexts(layout, decode)
    const header = layout.variables.map(({ name }) => decode(name))
    const labelsAt = (place: number) => labels.get(layout.variables[place].labels)
    return {
      encoding,
      header,
      rows: layout.rows,
      column: (place) =>
        whole(what, () => {
          const variable = layout.variables[place]
          if (variable.type === 'text' || variable.type === 'long-text')
            return cellsOf(layout, variable, (at) =>
              variable.type === 'text' ? decode(layout.view.field(at, variable.length)) : texts(at),
            )
          return numbersOf(layout, variable, labelsAt(place))
        }),
      codes: codesOf(header, layout, labels),
    }
  })
}

/** Larger sets are no answers of a questionnaire. */
const MAX_LABELS = 1000

function codesOf(header: readonly string[], { variables }: StataLayout, labels: ValueLabels) {
  const sets = new Map<string, ReadonlyMap<string, string>>()
  for (const [name, set] of labels)
    if (set.size <= MAX_LABELS)
      sets.set(name, new Map(Array.from(set, ([code, label]) => [label, String(code)])))
  return new Map(
    header.flatMap((name, place) => {
      const set = sets.get(variables[place].labels)
      return set ? [[name, set] as const] : []
    }),
  )
}

function whole<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof OutOfFile)) throw error
    throw new TableError(
      'invalid',
      `${what} is a damaged Stata file: it is shorter than it says, or its parts are not where it says. Save it again and send it once more.`,
    )
  }
}

const cellsOf = (layout: StataLayout, { offset }: StataVariable, read: (at: number) => string): string[] =>
  Array.from({ length: layout.rows }, (_, row) => read(layout.dataAt + row * layout.rowLength + offset))

/** Greater ones are missing values: `.`, `.a` to `.z`. */
const MAX = { byte: 100, int: 32_740, long: 2_147_483_620, float: 1.701e38, double: 8.988e307 }

function numbersOf(
  layout: StataLayout,
  variable: StataVariable,
  labels: ReadonlyMap<number, string> | undefined,
): string[] {
  const type = variable.type as keyof typeof MAX
  const { view } = layout
  const READ = {
    byte: (at: number) => view.int8(at),
    int: (at: number) => view.int16(at),
    long: (at: number) => view.int32(at),
    float: (at: number) => view.float32(at),
    double: (at: number) => view.float64(at),
  }
  const texts = new Map<number, string>()
  let isLabelled = labels !== undefined
  const numbers = Float64Array.from({ length: layout.rows }, (_, row) => {
    const value = READ[type](layout.dataAt + row * layout.rowLength + variable.offset)
    if (!(value <= MAX[type]) || value < -MAX.double) return Number.NaN
    if (!texts.has(value)) {
      texts.set(value, type === 'float' ? shortest(value) : String(value))
      isLabelled &&= labels!.has(value)
    }
    return value
  })
  const textOf = isLabelled ? labels! : texts
  return Array.from(numbers, (value) => (Number.isNaN(value) ? '' : textOf.get(value)!))
}

/** The shortest decimal that is this number in single precision: 0.1, not 0.10000000149011612. */
function shortest(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits))
    if (Math.fround(text) === value) return String(text)
  }
  return String(Number(value.toPrecision(9)))
}
