import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodePosterior, encodePosterior } from '#service/modelling/posterior/posterior-file.ts'
import { simulatedPosterior } from './simulated-posterior.ts'

const { posterior } = simulatedPosterior()
const about = { seed: 3, inputs: { points: 'Bénin' } }
const file = encodePosterior(posterior, about)
const headerLength = Buffer.from(file).readUInt32LE(12)
const DAMAGED = 'This posterior is damaged, or no posterior at all. Run the layer again to have one.'

function withChecksum(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}

/** The file with other bytes and a checksum that fits them. */
function forged(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(file)
  change(bytes)
  return withChecksum(bytes)
}

/** The file with another header. */
function withHeader(change: (header: Record<string, unknown>) => object): Buffer {
  const header = JSON.parse(Buffer.from(file.subarray(16, 16 + headerLength)).toString()) as Record<
    string,
    unknown
  >
  const json = JSON.stringify(change(header))
  const text = Buffer.from(json + ' '.repeat(-Buffer.byteLength(json) & 7))
  const bytes = Buffer.concat([file.subarray(0, 16), text, file.subarray(16 + headerLength)])
  bytes.writeUInt32LE(text.length, 12)
  return withChecksum(bytes)
}

test('what is read is what was written, to the last bit', () => {
  expect(decodePosterior(file)).toEqual({ posterior, about })
  const odd = new Uint8Array(file.length + 3).subarray(3)
  odd.set(file)
  expect(decodePosterior(odd).posterior).toEqual(posterior)
  expect(encodePosterior(posterior, about)).toEqual(file)
})

test('500 draws on 30,000 nodes are less than 40 MB', () => {
  const nodes = Int32Array.from({ length: 30_000 }, (_, node) => node)
  const large = {
    ...posterior,
    lattice: {
      ...posterior.lattice,
      columns: nodes.map((node) => node % 200),
      rows: nodes.map((node) => node / 200),
    },
    draws: 500,
    surface: new Float32Array(500 * nodes.length),
    coefficients: new Float64Array((posterior.coefficients.length / posterior.draws) * 500),
    groups: [{ from: 0, to: 500, clusterSd: 0.3 }],
  }
  expect(encodePosterior(large, about).length).toBeLessThan(40e6)
})

const REJECTED: Record<string, Uint8Array> = {
  'an empty file': new Uint8Array(0),
  'another kind of file': Buffer.from('PAR1'.repeat(100)),
  'a file that ends early': file.subarray(0, file.length - 1),
  'a file that ends in its header': file.subarray(0, 40),
  'a file with more behind it': withChecksum(Buffer.concat([file, Buffer.alloc(8)])),
  'one bit that changed': Buffer.from(file).fill(
    file[file.length >> 1] ^ 4,
    file.length >> 1,
    (file.length >> 1) + 1,
  ),
  'a header longer than the file': forged((bytes) => bytes.writeUInt32LE(2 ** 32 - 1, 12)),
  'a header that is no JSON': forged((bytes) => bytes.write('x', 16)),
  'more nodes than bytes': withHeader((header) => ({ ...header, nodes: 150_000 })),
  'a huge number of draws': withHeader((header) => ({ ...header, draws: 2 ** 40 })),
  'draws of no group': withHeader((header) => ({ ...header, groups: [{ from: 0, to: 59, clusterSd: 0 }] })),
  'a negative sd': withHeader((header) => ({ ...header, groups: [{ from: 0, to: 60, clusterSd: -1 }] })),
  'a spacing of zero': withHeader((header) => ({ ...header, spacingKm: 0 })),
  'a centre that is no number': withHeader((header) => ({ ...header, centre: [null, 0, 1] })),
  'means without scales': withHeader((header) => ({
    ...header,
    standardisation: { ...(header['standardisation'] as object), scale: [] },
  })),
  'a node far away': forged((bytes) => bytes.writeInt32LE(2 ** 30, 16 + headerLength)),
  'a node of a negative column': forged((bytes) => bytes.writeInt32LE(-1, 16 + headerLength)),
  'two nodes at one place': forged((bytes) => {
    const nodes = posterior.lattice.columns.length
    for (const at of [0, 4 * nodes])
      bytes.copyWithin(16 + headerLength + at, 20 + headerLength + at, 24 + headerLength + at)
  }),
  'a coefficient that is no number': forged((bytes) =>
    bytes.writeDoubleLE(NaN, 16 + headerLength + 8 * posterior.lattice.columns.length),
  ),
  'weights beyond all numbers': forged((bytes) => bytes.writeInt8(127, bytes.length - 5)),
}

test('damaged and hostile files are rejected in one sentence', () => {
  for (const [what, bytes] of Object.entries(REJECTED))
    expect(() => decodePosterior(bytes), what).toThrow(
      expect.objectContaining({ name: 'ModelError', message: DAMAGED }),
    )
})

test('a file of another version says which', () => {
  expect(() => decodePosterior(forged((bytes) => bytes.writeUInt32LE(7, 8)))).toThrow(
    'This posterior has version 7; only version 1 can be read. Run the layer again to have one.',
  )
})
