import { CONFIGURATION_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { decodeText } from '../../tables/decode-text.ts'
import { jsonErrorIn } from '../../tables/json-error.ts'
import { TableError } from '../../tables/table-error.ts'
import { tooManyColumns, tooManyRows } from '../../tables/unreadable-table.ts'
import { errorAt, MAX_CELL, MAX_COLUMNS, type RawTable } from '../../tables/table.ts'

const MAX_DEPTH = 32
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** An array of layers, or {"layers": […]}; the first layer is row 2, as in a sheet with a header. */
export function readJson(bytes: Buffer): RawTable {
  const layers = layersOf(parse(bytes))
  if (layers.length > 0 && !layers.some(isObject)) throw notLayers()
  if (!layers.some((layer) => isObject(layer) && Object.keys(layer).length > 0)) throw noLayers()
  if (layers.length > CONFIGURATION_MAX_ROWS) throw tooManyRows()
  const header: string[] = []
  const index = new Map<string, number>()
  const findings: RawTable['findings'] = []
  const rows = layers.map((layer, i) => {
    const row = i + 2
    const cells: string[] = []
    if (!isObject(layer)) {
      findings.push(
        errorAt(
          row,
          null,
          `Layer ${i + 1} is not an object.`,
          'Write each layer as {"iso3_code": "NGA", …}.',
        ),
      )
      return { row, cells }
    }
    for (const [key, value] of Object.entries(layer)) {
      if (FORBIDDEN.has(key)) continue
      let column = index.get(key)
      if (column === undefined) {
        if (header.length >= MAX_COLUMNS) throw tooManyColumns()
        column = header.push(key) - 1
        index.set(key, column)
      }
      const text = textOf(value)
      if (text === null) {
        findings.push(
          errorAt(row, key, 'The value is a nested object; give a text, a number or a list of them.'),
        )
      }
      cells[column] = text ?? ''
    }
    return { row, cells: Array.from(cells, (cell) => cell ?? '') }
  })
  return { header, rows, findings }
}

function parse(bytes: Buffer): unknown {
  const text = decodeText(bytes, 'The configuration')
  const { depth, twice } = inspect(text)
  if (twice !== null) {
    throw new TableError(
      'invalid',
      `The configuration names '${twice.slice(0, 60)}' twice in one layer; keep one of them.`,
    )
  }
  if (depth > MAX_DEPTH) {
    throw new TableError(
      'invalid',
      `The configuration is nested deeper than ${MAX_DEPTH} levels; write a list of layers.`,
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new TableError('invalid', `The configuration is not valid JSON${jsonErrorIn(text)}.`)
  }
}

const isObject = (layer: unknown): layer is object =>
  typeof layer === 'object' && layer !== null && !Array.isArray(layer)

const noLayers = () =>
  new TableError('invalid', 'The configuration is empty; write one object for each layer: [ {…}, {…} ].')

export const notLayers = () =>
  new TableError(
    'invalid',
    'The configuration is not a list of layers; write [ {…}, {…} ] or {"layers": [ {…} ]}.',
  )

function layersOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'layers')) {
    const { layers } = value as { layers: unknown }
    if (Array.isArray(layers)) return layers
  }
  throw notLayers()
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.slice(0, MAX_CELL)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) {
    return value.join(',').slice(0, MAX_CELL)
  }
  return null
}

/**
 * How deeply the text nests, and the first key that appears twice in one object: JSON.parse would silently drop the
 * first.
 */
function inspect(text: string): { depth: number; twice: string | null } {
  const open: (Set<string> | null)[] = []
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '"') {
      const from = i + 1
      for (i = from; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++
      const keys = open.at(-1)
      if (!keys || !isKey(text, i + 1)) continue
      const key = unescaped(text.slice(from, i))
      if (keys.has(key)) return { depth, twice: key }
      keys.add(key)
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null)
      depth = Math.max(depth, open.length)
      if (depth > MAX_DEPTH) break
    } else if (character === '}' || character === ']') open.pop()
  }
  return { depth, twice: null }
}

/** `\u0061` and `a` are the same key. Invalid JSON is left to JSON.parse, which reports the position. */
function unescaped(key: string): string {
  if (!key.includes('\\')) return key
  try {
    return JSON.parse(`"${key}"`) as string
  } catch {
    return key
  }
}

function isKey(text: string, after: number): boolean {
  let at = after
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}
