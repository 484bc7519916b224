import { describe, expect, it } from 'vitest'
import { parseConfiguration } from '#service/domain/configuration/parse.ts'
import { receiveBandSheet } from '#service/domain/bands/receive-band-sheet.ts'
import { readConfiguration } from '#service/domain/configuration/read-configuration.ts'
import { readPointsTable } from '#service/domain/surveys/points/read-points.ts'
import { longestTurn } from '../../support/longest-turn.ts'
import { childrenOf } from '../../support/processes.ts'

const caller = { personId: 1 }
const lines = (count: number, line: (n: number) => string) =>
  Buffer.from(Array.from({ length: count }, (_, n) => line(n)).join('\n'))

describe('uploaded tables', () => {
  it('large configurations are read like small ones', async () => {
    const content = lines(900, (n) =>
      n === 0 ? 'iso3_code,target,data_description' : `TGO,water,${'words '.repeat(20)}${n}`,
    )
    expect(content.length).toBeGreaterThan(2 ** 16)
    expect(await readConfiguration(content, 'a.csv', caller)).toEqual(
      await parseConfiguration(content, 'a.csv'),
    )
  })

  it('files that are not tables are reported in the same words', async () => {
    const broken = Buffer.concat([Buffer.from('PK\x03\x04[Content_Types].xml'), Buffer.alloc(200)])
    const words = await parseConfiguration(broken, 'a.xlsx').catch((error: unknown) => error)
    const said = await readConfiguration(broken, 'a.xlsx', caller).catch((error: unknown) => error)
    expect(said).toEqual(words)
    expect(said).toMatchObject({ name: 'TableError', kind: 'invalid' })
    await expect(receiveBandSheet(broken, caller)).rejects.toMatchObject({
      name: 'ServiceError',
      kind: 'invalid',
      message: /^The workbook is damaged/,
    })
  })

  it('points: cells column by column, short rows filled, empty rows omitted', async () => {
    const small = Buffer.from('a, b ,c\n1,"x\ny",3\n\n2\n')
    const large = Buffer.concat([small, Buffer.from('\n'.repeat(2 ** 17))])
    for (const content of [small, large]) {
      const table = await readPointsTable(content, 'a.csv', caller)
      expect(table.header).toEqual(['a', 'b', 'c'])
      expect([...table.rows]).toEqual([2, 4])
      expect([0, 1, 2, -1].map((place) => table.column(place))).toEqual([
        ['1', '2'],
        ['x\ny', ''],
        ['3', ''],
        ['', ''],
      ])
    }
    await expect(readPointsTable(Buffer.from(`a\n${'1\n'.repeat(5000)}\0`), 'a.csv', caller)).rejects.toThrow(
      'is not text',
    )
  })

  it('40 MB of points block no one', async () => {
    const content = lines(20_000, (n) => (n === 0 ? 'a,b,c' : `${n},${'x'.repeat(2000)},1`))
    const reading = readPointsTable(content, 'a.csv', caller)
    expect(await longestTurn(reading)).toBeLessThan(200)
    const table = await reading
    expect(table.column(0).slice(0, 2)).toEqual(['1', '2'])
    expect(table.rows).toHaveLength(19_999)
  })

  it('a million objects in cells are an error, not a million findings', async () => {
    const layers = Array.from({ length: 1000 }, () =>
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, {}])),
    )
    const content = Buffer.from(JSON.stringify(layers))
    const reading = readConfiguration(content, 'a.json', caller)
    expect(await longestTurn(reading)).toBeLessThan(200)
    await expect(reading).rejects.toThrow(/has more than 10,000 errors; the first is in row/)
  })

  it('leave no process', () => expect(childrenOf(process.pid)).toEqual([]))
})
