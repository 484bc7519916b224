import { crc32 } from 'node:zlib'
import { designWidth } from '../components/components.ts'
import { ModelError } from '../model-error.ts'
import type { Posterior } from './posterior.ts'
import { areNodes, posteriorHeader } from './posterior-header.ts'
import { stepExponent, wholeSteps } from './round-surface.ts'

const MAGIC = Buffer.from('STRATAPD')
const VERSION = 1
const START = 16
const END = 4
const MAX_HEADER = 2 ** 22

const DAMAGED = 'This posterior is damaged, or no posterior at all. Run the layer again to have one.'

/**
 * The bytes of a posterior, little-endian: 'STRATAPD', version and length of the header (uint32 each), the header
 * (`posteriorHeader`, UTF-8 JSON, with spaces to a multiple of 8 bytes), columns and rows of the nodes (int32), coefficients
 * (float64, column by column), surface weights (int16, node by node, see `roundSurface`), the exponent of each node's step
 * (int8), and the CRC-32 of all before. The surface must be rounded.
 */
export function encodePosterior(posterior: Posterior, about: unknown): Uint8Array {
  const { lattice, standardisation, draws, surface, coefficients } = posterior
  const { columns, rows, ...frame } = lattice
  const nodes = columns.length
  const { centre, usesDensity, groups } = posterior
  const plain = { centre, ...frame, nodes, draws, usesDensity, standardisation, groups, about }
  const json = JSON.stringify(plain, (_, value: unknown) =>
    value instanceof Float64Array ? Array.from(value) : value,
  )
  const header = Buffer.from(json + ' '.repeat(-Buffer.byteLength(json) & 7))
  const layout = layoutOf(START + header.length, nodes, draws, coefficients.length / draws)
  const bytes = Buffer.alloc(layout.size)
  MAGIC.copy(bytes)
  bytes.writeUInt32LE(VERSION, 8)
  bytes.writeUInt32LE(header.length, 12)
  header.copy(bytes, START)
  const arrays = arraysIn(bytes, layout)
  arrays.columns.set(columns)
  arrays.rows.set(rows)
  arrays.coefficients.set(coefficients)
  for (let node = 0; node < nodes; node++) {
    const weights = surface.subarray(node * draws, (node + 1) * draws)
    const exponent = stepExponent(weights)
    const step = 2 ** exponent
    arrays.exponents[node] = exponent
    for (let d = 0; d < draws; d++) arrays.weights[node * draws + d] = wholeSteps(weights[d], step)
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -END)), bytes.length - END)
  return bytes
}

/** @throws ModelError for what is no posterior of this version, in one sentence and a remedy */
export function decodePosterior(file: Uint8Array): { posterior: Posterior; about: unknown } {
  // Arrays are views, which need an aligned start.
  const bytes = Buffer.from(new Uint8Array(file).buffer)
  if (bytes.length < START + END || !bytes.subarray(0, 8).equals(MAGIC)) throw new ModelError(DAMAGED)
  const version = bytes.readUInt32LE(8)
  if (version !== VERSION)
    throw new ModelError(
      `This posterior has version ${version}; only version ${VERSION} can be read. Run the layer again to have one.`,
    )
  const length = bytes.readUInt32LE(12)
  if (length > MAX_HEADER || START + length + END > bytes.length) throw new ModelError(DAMAGED)
  const { success, data: header } = posteriorHeader.safeParse(jsonIn(bytes.subarray(START, START + length)))
  if (!success) throw new ModelError(DAMAGED)
  const { spacingKm, x0, y0, nodes, about, ...plain } = header
  const { draws } = plain
  const layout = layoutOf(START + length, nodes, draws, designWidth(plain.standardisation))
  if (layout.size !== bytes.length) throw new ModelError(DAMAGED)
  if (crc32(bytes.subarray(0, -END)) !== bytes.readUInt32LE(bytes.length - END)) throw new ModelError(DAMAGED)
  const { columns, rows, coefficients, weights, exponents } = arraysIn(bytes, layout)
  const lattice = { spacingKm, x0, y0, columns, rows }
  const areFinite = coefficients.every(Number.isFinite) && exponents.every((exponent) => exponent <= 100)
  if (!areNodes(lattice) || !areFinite) throw new ModelError(DAMAGED)
  const surface = new Float32Array(nodes * draws)
  for (let node = 0; node < nodes; node++) {
    const step = 2 ** exponents[node]
    for (let at = node * draws; at < (node + 1) * draws; at++) surface[at] = step * weights[at]
  }
  return { posterior: { ...plain, lattice, surface, coefficients }, about }
}

type Layout = ReturnType<typeof layoutOf>

/** Where each array starts, and how long it is. `start` is a multiple of 8. */
function layoutOf(start: number, nodes: number, draws: number, width: number) {
  const columns = { at: start, length: nodes }
  const rows = { at: start + 4 * nodes, length: nodes }
  const coefficients = { at: start + 8 * nodes, length: width * draws }
  const weights = { at: coefficients.at + 8 * coefficients.length, length: nodes * draws }
  const exponents = { at: weights.at + 2 * weights.length, length: nodes }
  return { columns, rows, coefficients, weights, exponents, size: exponents.at + nodes + END }
}

function arraysIn({ buffer }: Buffer, { columns, rows, coefficients, weights, exponents }: Layout) {
  return {
    columns: new Int32Array(buffer, columns.at, columns.length),
    rows: new Int32Array(buffer, rows.at, rows.length),
    coefficients: new Float64Array(buffer, coefficients.at, coefficients.length),
    weights: new Int16Array(buffer, weights.at, weights.length),
    exponents: new Int8Array(buffer, exponents.at, exponents.length),
  }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
