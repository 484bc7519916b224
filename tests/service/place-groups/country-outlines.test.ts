import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { place_group_versions } from '#service/db/schema.ts'
import { readCountryOutlines } from '#service/domain/place-groups/country-outlines.ts'
import { validatePoints } from '#service/domain/surveys/points/validate-points.ts'
import { readPointsTable } from '#service/domain/surveys/points/read-points.ts'
import { resolveColumns } from '#service/domain/surveys/points/resolve-columns.ts'
import { type Area, distanceToPolygonKm, inPolygon } from '#service/geometry/point-in-polygon.ts'
import { points, seeded } from '../../fixtures/configuration/country-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import { longestTurn } from '../../support/longest-turn.ts'
import { childrenOf } from '../../support/processes.ts'
import { circle, polygon, type Ring, square } from './squares.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const caller = { personId: 1 }
let versions = 0

async function store(...geometries: unknown[]): Promise<number> {
  const { db } = database
  const [{ id }] = await db
    .insert(place_group_versions)
    .values({ iso3_code: 'TGO', place_type: 'adm1', version: `v${++versions}` })
    .returning({ id: place_group_versions.id })
  await db.transaction(async (tx) => {
    // Storing a hundred megabytes is not what is tested.
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const [i, geometry] of geometries.entries()) {
      await tx.execute(
        sql`insert into places (version_id, position, code, name, geometry) values (${id}, ${i}, ${`c${i}`}, 'A', ${JSON.stringify(geometry)}::jsonb)`,
      )
    }
  })
  return id
}

function spots(count: number, west: number, south: number, size: number) {
  const random = seeded(count)
  return {
    longitude: Float64Array.from({ length: count }, () => west + size * random()),
    latitude: Float64Array.from({ length: count }, () => south + size * random()),
  }
}

const areaOf = (...rings: Ring[]) => polygon(...rings) as Area

/** Two units, one with a hole: with few positions, or with so many that they are read in a child process. */
const units = (positions: number) => [
  areaOf(circle(2, 7, 1, positions), circle(2, 7, 0.4, positions)),
  areaOf(circle(4, 7, 1, positions)),
]

/** The same ring with more positions on its edges. */
function finer(ring: Ring, positions: number): Ring {
  let all = ring
  while (all.length < positions) {
    const halves = all.slice(1).flatMap(([x, y], i) => [
      [(x + all[i][0]) / 2, (y + all[i][1]) / 2],
      [x, y],
    ])
    all = [all[0], ...halves]
  }
  return all
}

describe('the outlines of a country', () => {
  it.each([
    ['small', 60],
    ['large', 10_000],
  ])('%s: bounds, distant points, and probes', async (size, positions) => {
    const areas = units(positions)
    const outlines = await readCountryOutlines(database.db, await store(...areas), caller)
    const before = childrenOf(process.pid).length
    const asking = outlines.bounds()
    expect(childrenOf(process.pid).length - before).toBe(size === 'large' ? 1 : 0)
    const bounds = await asking
    ;[1, 6, 5, 8].forEach((side, i) => expect(bounds[i]).toBeCloseTo(side, 2))

    const asked = spots(300, 0.5, 5.5, 5)
    asked.longitude[7] = Number.NaN
    const expected = new Map<number, number | null>()
    asked.longitude.forEach((lon, i) => {
      const km = Math.min(...areas.map((area) => distanceToPolygonKm(area, lon, asked.latitude[i])))
      if (km > 10) expected.set(i, expected.size < 20 ? km : null)
    })
    expect(expected.size).toBeGreaterThan(40)
    expect(expected.size).toBeLessThan(250)
    expect(await outlines.farOff(asked, 10, 20)).toEqual(expected)

    const { longitude, latitude } = await outlines.probes(2000)
    // Two discs, without the hole, of a box of 4° × 2°.
    expect(longitude.length / 2000).toBeCloseTo((Math.PI * (2 - 0.16)) / 8, 1)
    for (let i = 0; i < longitude.length; i += 20)
      expect(areas.some((area) => inPolygon(area, longitude[i], latitude[i]))).toBe(true)
  })

  it('points are validated with the same words', async () => {
    const csv = Buffer.from(points(200, (row, i) => i % 3 === 0 && (row[1] = String(3.05 + i / 100))))
    const table = await readPointsTable(csv, 'p.csv', caller)
    const columns = resolveColumns(table, {}, null, 'p.csv').columns
    const validate = async (outline: Ring) => {
      const id = await store(areaOf(outline))
      const outlines = await readCountryOutlines(database.db, id, caller)
      return validatePoints(table, columns, { name: 'Togo', outlines }, [])
    }
    const small = await validate(square(1, 6, 2))
    expect(small.errorCount).toBe(1)
    expect(small.errors[0].rows!.length).toBeGreaterThan(60)
    expect(small.errors[0].message).toMatch(
      /^6\d of 200 places lie outside Togo \(more than 10 km\); at most 10 km are allowed\.$/,
    )
    const large = finer(square(1, 6, 2), 60_000)
    expect(JSON.stringify(large).length).toBeGreaterThan(2 ** 20)
    expect(await validate(large)).toEqual(small)
  })

  it('with almost two million positions block no one', async () => {
    const id = await store(areaOf(circle(2, 7, 1, 1_900_000)))
    const work = async () => {
      const outlines = await readCountryOutlines(database.db, id, caller)
      await outlines.bounds()
      const far = await outlines.farOff(spots(2000, 0.5, 5.5, 3), 10, 40)
      expect(far.size).toBeGreaterThan(400)
      const { longitude } = await outlines.probes(20_000)
      expect(longitude.length / 20_000).toBeCloseTo(Math.PI / 4, 2)
    }
    const working = work()
    expect(await longestTurn(working)).toBeLessThan(200)
    await working
    // Each of three child processes reads a hundred megabytes: a minute where others use the processors, too.
  }, 240_000)

  it('the child exits if the caller has disconnected', async () => {
    const hangingUp = new AbortController()
    const { signal } = hangingUp
    const outlines = await readCountryOutlines(database.db, await store(...units(10_000)), {
      personId: 1,
      signal,
    })
    const before = childrenOf(process.pid).length
    const asking = outlines.probes(2000)
    hangingUp.abort()
    await expect(asking).rejects.toMatchObject({ name: 'ChildFailure', reason: 'aborted' })
    expect(childrenOf(process.pid)).toHaveLength(before)
  })
})
