import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ReadingChoice } from '#contract/surveys/points-reading.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { addUpPeople } from '#service/domain/surveys/points/add-up-people.ts'
import { unpackPoints } from '#service/domain/surveys/points/points-table.ts'
import { parsePoints } from '#service/domain/surveys/points/read-points.ts'

const HEADER = 'v001,lon,lat,h11,v005,v024,v025'
const COLUMNS: Partial<PointsColumns> = {
  cluster: 'v001',
  longitude: 'lon',
  latitude: 'lat',
  numerator: 'h11',
  weight: 'v005',
  stratum: 'v024',
  urban: 'v025',
}
const CASES = { case_values: '1, Yes', left_out_values: '8,9', weight_scale: 1_000_000 }

const addUp = async (
  content: string | Buffer,
  people: Partial<typeof CASES> = {},
  choice: ReadingChoice = {},
  columns = COLUMNS,
) => {
  const reading = { ...choice, people: { ...CASES, ...people } }
  const file = unpackPoints(await parsePoints(Buffer.from(content as string), 'p.csv', reading))
  return addUpPeople(file, columns, 'p.csv')
}
const rows = (...lines: string[]) => [HEADER, ...lines].join('\n')
const cellsOf = ({ table }: Awaited<ReturnType<typeof addUp>>) =>
  Object.fromEntries(table.header.map((name, place) => [name, [...table.column(place)]]))
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => error.message,
  )

describe('a row per person', () => {
  it('is added up: people with an outcome, those that are cases, their mean weight', async () => {
    const added = await addUp(
      rows(
        '7,3.5,9.1,1,1200000,north,1',
        '2,4,9,no,500000,,2',
        '7,3.5,9.1,0,1200000,north,1',
        '7,,,yes,600000,,1',
        '7,3.5,9.1,9,9000000,north,1',
        '7,3.5,9.1,,9000000,north,1',
        '2,4,9,1.0,500000,south,2',
        '5,4,9,NA,1,south,2',
      ),
    )
    expect(cellsOf(added)).toEqual({
      v001: ['7', '2'],
      lon: ['3.5', '4'],
      lat: ['9.1', '9'],
      h11: ['2', '1'],
      denominator: ['3', '2'],
      v005: ['1', '0.5'],
      v024: ['north', 'south'],
      v025: ['1', '2'],
    })
    expect([...added.table.rows]).toEqual([2, 3])
    expect(added.warnings.map(({ message }) => message)).toEqual([
      "8 rows are added up to 2 clusters: '1' (1), 'yes' (1), '1.0' (1) count as cases; 'no' (1), '0' (1) do not; 3 rows without an outcome are left out.",
      '1 cluster without an outcome is left out.',
    ])
  })
  it('needs no weights, strata or urban column', async () => {
    const added = await addUp('cluster,longitude,latitude,numerator\na,1,2,1\na,1,2,0\n', {}, {}, {})
    expect(cellsOf(added)).toEqual({
      cluster: ['a'],
      longitude: ['1'],
      latitude: ['2'],
      numerator: ['1'],
      denominator: ['2'],
    })
  })
  it('may have decimal commas', async () => {
    const text = rows('7,"3,5","9,1",1,"0,5",n,1', '7,"3,5","9,1",0,"1,5",n,1')
    expect(cellsOf(await addUp(text, { weight_scale: 1 }))).toMatchObject({ lon: ['3.5'], v005: ['1'] })
    expect(await messageOf(addUp(text.replace('"1,5"', '1.500'), { weight_scale: 1 }))).toBe(
      "p.csv, row 3, column v005: the weight '1.500' is not a number.",
    )
  })
  it('lacks a column: the header is reported as of any file', async () => {
    const { table } = await addUp('v001,lon,lat\n1,2,3\n')
    expect(table.header).toEqual(['v001', 'lon', 'lat', 'denominator'])
  })
  it.each([
    [rows(',1,2,1,1,n,1'), 'row 2, column v001: the cluster id is empty; fill it in, or remove the row.'],
    [
      rows('7,1,2,1,1,n,1', '7,1,2.5,1,1,n,1'),
      "row 3, column lat: the latitude of cluster '7' is '2.5', but '2' in a row above; give all rows of a cluster the same.",
    ],
    [
      rows('7,1,2,1,1,n,1', '7,1,2,1,1,s,1'),
      "row 3, column v024: the stratum of cluster '7' is 's', but 'n' in a row above; give all rows of a cluster the same.",
    ],
    [rows('7,1,2,1,x,n,1'), "row 2, column v005: the weight 'x' is not a number."],
    [rows('7,1,2,1,1,n,1,3'), 'row 2, column v001: the row has more cells than the header has columns.'],
  ])('that cannot be added up is named: %j', async (text, message) => {
    expect(await messageOf(addUp(text))).toBe(`p.csv, ${message}`)
  })
  it('of which none is a case is named with the values that there are', async () => {
    expect(await messageOf(addUp(rows('7,1,2,no,1,n,1', '7,1,2,no,1,n,1', '7,1,2,dk,1,n,1')))).toBe(
      "p.csv: no row has '1' or 'yes' in the column 'h11', so there is no case; its values are 'no' (2), 'dk' (1).",
    )
  })
  it('may have more rows than a file may have clusters', async () => {
    const text = `${HEADER}\n${'7,3.5,9.1,1,1000000,n,1\n8,3.5,9.2,0,1000000,n,1\n'.repeat(31_000)}`
    expect(cellsOf(await addUp(text))).toMatchObject({ h11: ['31000', '0'], denominator: ['31000', '31000'] })
    expect(await messageOf(parsePoints(Buffer.from(text), 'p.csv'))).toMatch(
      /more than 60,000 rows; give one row for each cluster, or import it with a row per person\.$/,
    )
  })
  it('may have codes of a Stata file, which count as codes and as labels', async () => {
    const content = readFileSync(new URL('../../fixtures/stata/v118.dta', import.meta.url))
    const columns = { cluster: 'v001', longitude: 'v001', latitude: 'v001', numerator: 'v024' }
    for (const case_values of ['2', 'nord-kivu']) {
      const { table } = await addUp(content, { case_values }, {}, columns)
      expect([table.column(3), table.column(4)]).toEqual([
        ['0', '2', '0'],
        ['1', '2', '1'],
      ])
    }
  })
})
