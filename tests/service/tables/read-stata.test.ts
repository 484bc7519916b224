import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Encoding } from '#common/delimited.ts'
import { readStata } from '#service/tables/stata/read-stata.ts'

const FOLDER = new URL('../../fixtures/stata/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(name, FOLDER))
type Reference = Record<string, { values: string[]; labels: Record<string, number> }>
const reference = JSON.parse(fixture('reference.json').toString()) as Record<string, Reference>

const what = "The points file 'p.dta'"
const read = (bytes: Buffer, encoding?: Encoding) => readStata(bytes, { what, encoding })
const cellsOf = (bytes: Buffer, encoding?: Encoding) => {
  const table = read(bytes, encoding)
  return Object.fromEntries(table.header.map((name, place) => [name, table.column(place)]))
}
const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text))

/** What haven reads, with codes by their labels where all of a column have one. */
function expected({ values, labels }: Reference[string]): string[] {
  const byCode = new Map(Object.entries(labels).map(([label, code]) => [String(code), label]))
  const used = values.filter((value) => value !== '')
  return byCode.size > 0 && used.every((value) => byCode.has(value))
    ? values.map((value) => byCode.get(value) ?? '')
    : values
}

describe('Stata files', () => {
  it.each(Object.keys(reference))('are read as haven reads them: %s', (name) => {
    const cells = cellsOf(fixture(name))
    expect(Object.keys(cells)).toEqual(Object.keys(reference[name]!))
    for (const [column, found] of Object.entries(reference[name]!)) {
      const wanted = expected(found)
      expect(cells[column]).toHaveLength(wanted.length)
      for (const [row, text] of wanted.entries()) {
        const cell = cells[column]![row]!
        if (isNumber(text)) expect(Number(cell)).toBeCloseTo(Number(text), 12)
        else expect([column, row, cell]).toEqual([column, row, text])
      }
    }
  })
  it('of versions that do not say their encoding are read with that which is chosen', () => {
    expect(cellsOf(fixture('v114.dta')).place![1]).toBe('ZiÃ©guinch')
    const table = read(fixture('v114.dta'), 'utf-8')
    expect([table.encoding, table.column(5)[1]]).toEqual(['utf-8', 'Ziéguinch'])
    expect(read(fixture('v118.dta'), 'windows-1252').encoding).toBe('utf-8')
  })
  it('have codes and labels', () => {
    const table = read(fixture('v118.dta'))
    expect([...table.codes.get('v024')!]).toEqual([
      ['north', '1'],
      ['Nord-Kivu', '2'],
    ])
    expect(table.column(3)).toEqual(['1', '', '2', '9'])
  })
})

/** Version 119 is 118 with room for more variables: haven writes it for more than 32,767 of them only. */
function withRoom(bytes: Buffer): Buffer {
  const at = (tag: string) => bytes.indexOf(tag) + tag.length
  const count = bytes.readUInt16LE(at('<K>'))
  const [sortAt, dataAt, mapAt] = [at('<sortlist>'), at('<data>'), at('<map>')]
  const rowLength = (bytes.indexOf('</data>') - dataAt) / 4
  const rows = bytes.subarray(dataAt, dataAt + 4 * rowLength)
  // The reference to a long text is last in a row: two bytes for the variable become three.
  for (let end = rowLength; end <= rows.length; end += rowLength) {
    rows.copy(rows, end - 5, end - 6, end - 1)
    rows[end - 6] = 0
  }
  const map = Buffer.from(bytes.subarray(mapAt, mapAt + 14 * 8))
  for (let i = 0; i < 14; i++) {
    const offset = Number(map.readBigUInt64LE(8 * i))
    const moved = (offset > at('<K>') ? 2 : 0) + (offset > sortAt ? 2 * (count + 1) : 0)
    map.writeBigUInt64LE(BigInt(offset + moved), 8 * i)
  }
  return Buffer.concat([
    Buffer.from(bytes.subarray(0, at('<K>')).toString('latin1').replace('118', '119'), 'latin1'),
    Buffer.from([count, 0, 0, 0]),
    bytes.subarray(at('<K>') + 2, mapAt),
    map,
    bytes.subarray(mapAt + 14 * 8, sortAt),
    Buffer.alloc(4 * (count + 1)),
    bytes.subarray(sortAt + 2 * (count + 1)),
  ])
}

describe('version 119', () => {
  it('has wider counts and references', () => {
    const wide = withRoom(fixture('v118.dta'))
    expect(wide.toString('latin1', 0, 60)).toContain('<release>119<')
    expect(cellsOf(wide)).toEqual(cellsOf(fixture('v118.dta')))
  })
})

/** Version 114 with one variable of each numeric type, written by hand: haven writes only long and double. */
function numbers(littleEndian: boolean, rows: readonly (readonly number[])[]): Buffer {
  const count = 5
  const head = Buffer.alloc(109)
  head.set([114, littleEndian ? 2 : 1, 1])
  const write = (bytes: Buffer, method: string, value: number, at: number) =>
    (bytes as unknown as Record<string, (value: number, at: number) => void>)[
      `write${method}${littleEndian ? 'LE' : 'BE'}`
    ]!(value, at)
  write(head, 'UInt16', count, 4)
  write(head, 'UInt32', rows.length, 6)
  const names = Buffer.alloc(33 * count)
  for (let i = 0; i < count; i++) names.write(`v${i}`, 33 * i)
  const rest = Buffer.alloc(2 * (count + 1) + (49 + 33 + 81) * count + 5)
  const data = rows.map((values) => {
    const row = Buffer.alloc(19)
    row.writeInt8(values[0]!, 0)
    write(row, 'Int16', values[1]!, 1)
    write(row, 'Int32', values[2]!, 3)
    write(row, 'Float', values[3]!, 7)
    write(row, 'Double', values[4]!, 11)
    return row
  })
  return Buffer.concat([head, Buffer.from([251, 252, 253, 254, 255]), names, rest, ...data])
}

describe('numbers of a Stata file', () => {
  it.each([true, false])('are of every type; the greatest ones are missing (little-endian: %s)', (little) => {
    const cells = cellsOf(
      numbers(little, [
        [-127, -32_767, -2_147_483_647, 0.1, 0.1],
        [100, 32_740, 2_147_483_620, 7.4951, -1e300],
        [101, 32_741, 2_147_483_621, 2 ** 127, 2 ** 1023],
        [127, 32_767, 2_147_483_647, Number.NaN, Number.NEGATIVE_INFINITY],
      ]),
    )
    expect(cells).toEqual({
      v0: ['-127', '100', '', ''],
      v1: ['-32767', '32740', '', ''],
      v2: ['-2147483647', '2147483620', '', ''],
      v3: ['0.1', '7.4951', '', ''],
      v4: ['0.1', '-1e+300', '', ''],
    })
  })
})

const DAMAGED = `${what} is a damaged Stata file: it is shorter than it says, or its parts are not where it says. Save it again and send it once more.`
const outcome = (bytes: Buffer) => {
  try {
    cellsOf(bytes)
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}

describe('hostile Stata files', () => {
  it.each(Object.keys(reference))(
    'cut off anywhere are read in part or rejected in one sentence: %s',
    (name) => {
      const bytes = fixture(name)
      const outcomes = new Set<string>()
      for (let length = 42; length < bytes.length; length += 7)
        outcomes.add(outcome(bytes.subarray(0, length)))
      expect([...outcomes].filter((said) => said !== 'read')).toEqual([DAMAGED])
      expect(outcome(bytes.subarray(0, bytes.length >> 1))).toBe(DAMAGED)
    },
  )
  it.each(Object.keys(reference))('with any byte changed end in cells or one sentence: %s', (name) => {
    const outcomes = new Set<string>()
    for (const value of [0, 0x7f, 0xff])
      for (let at = 4; at < fixture(name).length; at++) {
        const bytes = fixture(name)
        bytes[at] = value
        outcomes.add(outcome(bytes).replace(/version \d+/, 'version N'))
      }
    for (const said of outcomes)
      expect(said).toMatch(/^read$|is a damaged Stata file: |of version N; those of 114/)
  })
  it.each([
    ['rows', 6, 4],
    ['variables', 4, 2],
  ])('that claim to have 2^32 %s take no memory for them', (_what, at, length) => {
    const bytes = numbers(true, [[1, 2, 3, 4, 5]])
    bytes.fill(0xff, at, at + length)
    expect(outcome(bytes)).toBe(DAMAGED)
  })
  it.each([
    [105, Buffer.from([105, 2, 1, 0])],
    [120, Buffer.from('<stata_dta><header><release>120</release>')],
  ])('of version %d are named', (version, bytes) => {
    expect(outcome(bytes)).toBe(
      `${what} is a Stata file of version ${version}; those of 114 (Stata 10) to 119 are read: open it and save it again, or export delimited using "table.csv".`,
    )
  })
})
