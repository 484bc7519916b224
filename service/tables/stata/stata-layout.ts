import { BoundedView, OutOfFile } from './bounded-view.ts'

export type StataType = 'byte' | 'int' | 'long' | 'float' | 'double' | 'text' | 'long-text'

export interface StataVariable {
  name: Buffer
  type: StataType
  /** In a row. */
  offset: number
  length: number
  /** Name of its value labels; empty if it has none. */
  labels: string
}

/** Where a Stata file has what. https://www.stata.com/help.cgi?dta */
export interface StataLayout {
  version: number
  view: BoundedView
  variables: StataVariable[]
  rows: number
  rowLength: number
  dataAt: number
  /** Of the texts outside of the rows; null before version 117. */
  textsAt: number | null
  labelsAt: number
  /** Bytes of the name of value labels. */
  labelNameLength: number
}

const NUMBER_BYTES = { byte: 1, int: 2, long: 4, float: 4, double: 8 } as const
const OLD_TYPES = ['byte', 'int', 'long', 'float', 'double'] as const
/** Of all fields that describe a variable in version 114; names are longer later. */
const VARIABLE_BYTES = { name: 33, format: 49, label: 33, about: 81 }
const UNICODE_BYTES = { name: 129, format: 57, label: 129, about: 321 }

/** Versions 114 (Stata 10) to 119. */
export function findStataLayout(bytes: Buffer): StataLayout {
  return bytes[0] === 0x3c ? taggedLayout(bytes) : oldLayout(bytes)
}

export const stataVersion = (bytes: Buffer): number =>
  bytes[0] === 0x3c
    ? Number(/<release>(\d{1,3})<\/release>/.exec(bytes.toString('latin1', 0, 64))?.[1] ?? 0)
    : bytes[0]

function oldLayout(bytes: Buffer): StataLayout {
  const view = new BoundedView(bytes, bytes[1] === 2)
  const count = view.uint16(4)
  const rows = view.uint32(6)
  const typesAt = 109
  const namesAt = typesAt + count
  const labelNamesAt = namesAt + count * VARIABLE_BYTES.name + 2 * (count + 1) + count * VARIABLE_BYTES.format
  let at = labelNamesAt + count * (VARIABLE_BYTES.label + VARIABLE_BYTES.about)
  // Expansion fields, of which the last has neither type nor length.
  for (let [type, length] = [1, 1]; type !== 0 || length !== 0; at += 5 + length) {
    type = view.uint8(at)
    length = view.uint32(at + 1)
  }
  const typeOf = (code: number) => (code >= 251 ? numberType(OLD_TYPES[code - 251]) : textType(code, 244))
  const { variables, rowLength } = describe(view, count, (i) => ({
    ...typeOf(view.uint8(typesAt + i)),
    nameAt: namesAt + i * VARIABLE_BYTES.name,
    labelAt: labelNamesAt + i * VARIABLE_BYTES.label,
    bytes: VARIABLE_BYTES,
  }))
  view.require(at, rows * rowLength)
  return {
    version: bytes[0],
    view,
    variables,
    rows,
    rowLength,
    dataAt: at,
    textsAt: null,
    labelsAt: at + rows * rowLength,
    labelNameLength: VARIABLE_BYTES.label,
  }
}

const TAGGED_TYPES = new Map<number, (typeof OLD_TYPES)[number]>(
  OLD_TYPES.map((type, i) => [65_530 - i, type]),
)
const LONG_TEXT = 32_768

function taggedLayout(bytes: Buffer): StataLayout {
  const version = stataVersion(bytes)
  const head = bytes.toString('latin1', 0, 200)
  const view = new BoundedView(bytes, head.includes('<byteorder>LSF<'))
  const after = (tag: string) => {
    const at = head.indexOf(tag)
    if (at < 0) throw new OutOfFile()
    return at + tag.length
  }
  const [countAt, rowsAt, mapAt] = [after('<K>'), after('<N>'), bytes.indexOf('<map>')]
  const count = version === 119 ? view.uint32(countAt) : view.uint16(countAt)
  const rows = version === 117 ? view.uint32(rowsAt) : view.uint64(rowsAt)
  /** The section's content: its offset in the map is that of its tag. */
  const section = (index: number, tag: string) => {
    if (mapAt < 0) throw new OutOfFile()
    const at = view.uint64(mapAt + 5 + 8 * index)
    view.require(at, tag.length)
    if (bytes.toString('latin1', at, at + tag.length) !== tag) throw new OutOfFile()
    return at + tag.length
  }
  const fields = version === 117 ? VARIABLE_BYTES : UNICODE_BYTES
  const typesAt = section(2, '<variable_types>')
  const namesAt = section(3, '<varnames>')
  const labelNamesAt = section(6, '<value_label_names>')
  const typeOf = (code: number) => {
    if (code === LONG_TEXT) return { type: 'long-text' as const, length: 8 }
    const number = TAGGED_TYPES.get(code)
    return number ? numberType(number) : textType(code, 2045)
  }
  const { variables, rowLength } = describe(view, count, (i) => ({
    ...typeOf(view.uint16(typesAt + 2 * i)),
    nameAt: namesAt + i * fields.name,
    labelAt: labelNamesAt + i * fields.label,
    bytes: fields,
  }))
  const dataAt = section(9, '<data>')
  view.require(dataAt, rows * rowLength)
  return {
    version,
    view,
    variables,
    rows,
    rowLength,
    dataAt,
    textsAt: section(10, '<strls>'),
    labelsAt: section(11, '<value_labels>'),
    labelNameLength: fields.label,
  }
}

const numberType = (type: (typeof OLD_TYPES)[number]) => ({ type, length: NUMBER_BYTES[type] })

function textType(length: number, longest: number) {
  if (length === 0 || length > longest) throw new OutOfFile()
  return { type: 'text' as const, length }
}

function describe(
  view: BoundedView,
  count: number,
  at: (i: number) => {
    type: StataType
    length: number
    nameAt: number
    labelAt: number
    bytes: typeof VARIABLE_BYTES
  },
): { variables: StataVariable[]; rowLength: number } {
  if (count === 0) throw new OutOfFile()
  let rowLength = 0
  const variables: StataVariable[] = []
  for (let i = 0; i < count; i++) {
    const { type, length, nameAt, labelAt, bytes } = at(i)
    variables.push({
      type,
      length,
      offset: rowLength,
      name: view.field(nameAt, bytes.name),
      labels: view.field(labelAt, bytes.label).toString('latin1'),
    })
    rowLength += length
  }
  return { variables, rowLength }
}
