import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { ReadingChoice } from '#contract/surveys/points-reading.ts'
import { unpackPoints } from '#service/domain/surveys/points/points-table.ts'
import { parsePoints } from '#service/domain/surveys/points/read-points.ts'

const read = async (content: string | Uint8Array, choice: ReadingChoice = {}) =>
  unpackPoints(await parsePoints(Buffer.from(content as string), 'p.csv', choice))
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => error.message,
  )
const latin = (text: string) => Buffer.from(text, 'latin1')

describe('text', () => {
  it.each([
    [',', 'comma'],
    [';', 'semicolon'],
    ['\t', 'tab'],
    ['|', 'pipe'],
  ] as const)('is separated by %j as detected', async (separator, delimiter) => {
    const text = 'cluster,place,weight\n1,Abuja,0.5\n'.replaceAll(',', separator)
    for (const mark of ['', '\uFEFF']) {
      const { header, reading } = await read(mark + text)
      expect(header).toEqual(['cluster', 'place', 'weight'])
      expect(reading).toEqual({
        format: 'csv',
        encoding: 'utf-8',
        delimiter,
        decimal: 'point',
        sheet: null,
        sheets: [],
        people: null,
      })
    }
  })
  it('is separated as chosen, where the first line has more of another character', async () => {
    const text = 'a,b,c;place\n1;Abuja\n'
    expect((await read(text)).header).toEqual(['a', 'b', 'c;place'])
    expect((await read(text, { delimiter: 'semicolon' })).header).toEqual(['a,b,c', 'place'])
    expect((await read('a b c\n1 2 3\n', { delimiter: 'tab' })).header).toEqual(['a b c'])
  })
  it.each([
    ['1;2,5\n2;3,25\n', 'comma'],
    ['1;2.5\n2;3.25\n', 'point'],
    ['1;2,5\n2;3.25\n3;1.125\n', 'point'],
    ['1;2,5\n2;3,25\n3;1.5\n', 'comma'],
    ['1;1,250\n2;3,500\n', 'point'],
    ['1;2\n2;3\n', 'point'],
  ])('has the decimal mark of most numbers that can have no other: %j', async (rows, decimal) => {
    expect((await read(`id;x\n${rows}`)).reading.decimal).toBe(decimal)
  })
  it('has the decimal mark that is chosen', async () => {
    expect((await read('id;x\n1;1,250\n', { decimal: 'comma' })).reading.decimal).toBe('comma')
  })
  it('may be windows-1252, if that is chosen', async () => {
    const content = latin('cluster;place\n1;Zi\xE9guinchor\x80\n')
    const table = await read(content, { encoding: 'windows-1252' })
    expect(table.column(1)).toEqual(['Ziéguinchor€'])
    expect(table.reading.encoding).toBe('windows-1252')
    expect(await messageOf(read(content))).toBe(
      "The points file 'p.csv' is not UTF-8 text; import it with its encoding, usually windows-1252, or save it as 'CSV UTF-8' and send it again.",
    )
    expect(await messageOf(read(latin('a,b\n\x81,2\n'), { encoding: 'windows-1252' }))).toMatch(
      / is not windows-1252 text; choose another encoding/,
    )
  })
  it('may be UTF-16 without a byte order mark, if that is chosen', async () => {
    const content = Buffer.from('cluster,place\n1,Ségou\n', 'utf16le')
    expect((await read(content, { encoding: 'utf-16le' })).column(1)).toEqual(['Ségou'])
    expect(await messageOf(read(content))).toMatch(/UTF-16 text without a byte order mark/)
  })
})

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]
const sheet = (name: string, rows: Sheet['rows'], more: Partial<Sheet> = {}): Sheet => ({
  name,
  rows,
  ...more,
})
const workbook = (...sheets: Sheet[]) => writeXlsx({ sheets })
const clusters = sheet('Clusters', [
  ['cluster', 'place', 'weight', 'day', 'urban'],
  [1, 'Abuja', 0.1 + 0.2, new Date('2020-01-31'), true],
])

describe('a workbook', () => {
  it('is read from its first visible sheet, or from the one that is chosen', async () => {
    const content = await workbook(
      sheet('Lists', [['secret']], { hidden: true }),
      sheet('Read me', [['notes'], ['text']]),
      clusters,
    )
    const { header, reading } = await read(content)
    expect(header).toEqual(['notes'])
    expect(reading).toEqual({
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      decimal: 'point',
      sheet: 'Read me',
      sheets: ['Lists', 'Read me', 'Clusters'],
      people: null,
    })
    const table = await read(content, { sheet: 'clusters ' })
    expect(table.reading.sheet).toBe('Clusters')
    expect([0, 1, 2, 3, 4].map((place) => table.column(place)[0])).toEqual([
      '1',
      'Abuja',
      '0.3',
      '2020-01-31',
      'true',
    ])
    expect(await messageOf(read(content, { sheet: 'Cluster' }))).toBe(
      "The points file 'p.csv' has no sheet 'Cluster'; did you mean 'Clusters'?",
    )
    expect(await messageOf(read(content, { sheet: 'Zzzzzzzzz' }))).toMatch(
      /it has Lists, Read me, Clusters\.$/,
    )
  })
  it('may have empty rows and columns, also above the header; rows keep their numbers', async () => {
    const rows = [[], ['', 'cluster', '', 'n'], [], ['', 'a', '', 5], ['', '', '', ''], ['', 'b', '', 6]]
    const table = await read(await workbook(sheet('s', rows)))
    expect(table.header).toEqual(['', 'cluster', '', 'n'])
    expect([...table.rows]).toEqual([4, 6])
    expect(table.column(3)).toEqual(['5', '6'])
  })
  it('may have numbers as text with decimal commas', async () => {
    const rows = [
      ['cluster', 'weight'],
      ['a', '0,5'],
      ['b', '1,25'],
    ]
    expect((await read(await workbook(sheet('s', rows)))).reading.decimal).toBe('comma')
  })
  it('is rejected with merged cells, which are named', async () => {
    const rows = [
      ['cluster', 'n'],
      ['a', 1],
      ['', 2],
    ]
    const merges = [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }]
    expect(await messageOf(read(await workbook(sheet('s', rows, { merges }))))).toBe(
      "The points file 'p.csv', sheet 's': the cells A2:A3 are merged; unmerge them and fill in each cell.",
    )
  })
  it('has formulas with the value that the spreadsheet stored; without one it is rejected', async () => {
    const rows = [
      ['cluster', 'n'],
      ['a', null],
    ]
    const withFormula = (formulaResult?: number) =>
      workbook(sheet('s', rows, { cells: new Map([['1,1', { formula: 'WEBSERVICE("x")', formulaResult }]]) }))
    expect((await read(await withFormula(7))).column(1)).toEqual(['7'])
    expect(await messageOf(read(await withFormula()))).toMatch(
      /sheet 's', cell B2: the formula has no stored value; open the file in a spreadsheet and save it/,
    )
  })
  it('may not have more columns than are read', async () => {
    const rows = [Array.from({ length: 1001 }, (_, i) => `c${i}`), [1]]
    expect(await messageOf(read(await workbook(sheet('s', rows))))).toMatch(/more than 1000 columns/)
  })
  it('may not continue far below its clusters', async () => {
    const rows: string[][] = [['cluster']]
    rows[80_001] = ['a']
    const content = await workbook(
      sheet(
        's',
        Array.from(rows, (row) => row ?? []),
      ),
    )
    expect(await messageOf(read(content))).toMatch(/more than 60,000 rows/)
  })
  it.each([
    [
      'is cut off',
      (content: Buffer) => content.subarray(0, content.length - 200),
      /^The workbook is damaged/,
    ],
    [
      'has a bomb',
      (content: Buffer) => {
        const central = content.indexOf('PK\x01\x02', 0, 'latin1')
        content.writeUInt32LE(0x7fffffff, central + 24)
        return content
      },
      /^The workbook unpacks to more than is allowed/,
    ],
  ])('is rejected if it %s', async (_what, change, message) => {
    expect(await messageOf(read(change(Buffer.from(await workbook(clusters)))))).toMatch(message)
  })
})
