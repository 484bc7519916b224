import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeInChild } from '#service/domain/briefs/run-brief.ts'
import { type GatheredBrief, gatherBrief } from '#service/domain/briefs/gather-brief.ts'
import { type BriefFixture, createBriefFixture } from '../../support/briefs/brief-fixture.ts'
import { unzip } from '../../support/briefs/read-office.ts'

let fixture: BriefFixture
beforeAll(async () => {
  fixture = await createBriefFixture()
}, 60_000)
afterAll(() => fixture.close())

const [COLUMNS, ROWS] = [11, 7]
/** Of one side of a unit. */
const POSITIONS = 500

/** The country of 2° × 2° as 77 units with outlines of 2,000 positions each. */
function cutUp({ record }: GatheredBrief): GatheredBrief {
  const corners = (i: number): [number, number][] => {
    const [w, h] = [2 / COLUMNS, 2 / ROWS]
    const [x, y] = [1 + (i % COLUMNS) * w, 6 + Math.floor(i / COLUMNS) * h]
    return [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
      [x, y],
    ]
  }
  const ring = (i: number) =>
    corners(i).flatMap(([x, y], at, all) => {
      const [toX, toY] = all[at + 1] ?? [x, y]
      return Array.from({ length: at === all.length - 1 ? 1 : POSITIONS }, (_, k) => [
        x + ((toX - x) * k) / POSITIONS,
        y + ((toY - y) * k) / POSITIONS,
      ])
    })
  const codes = Array.from({ length: COLUMNS * ROWS }, (_, i) => `U${i}`)
  return {
    record: {
      ...record,
      units: codes.map((code, i) => ({ ...record.units[0], level: 2, code, name: `Unit ${i}`, clusters: 1 })),
      outlines: { level: 2, codes },
    },
    geometries: Buffer.from(
      codes.map((_, i) => JSON.stringify({ type: 'Polygon', coordinates: [ring(i)] })).join('\n'),
    ),
  }
}

it('77 unit sheets take less than 30 s of processor time and 300 MB', async () => {
  const job_id = await fixture.run()
  const asked = { job_id, kind: 'unit-sheets', language: 'fr', level: 2 } as const
  const gathered = cutUp(await gatherBrief(fixture.service.services, asked, { personId: null }))
  const limits = { wallMs: 120_000, cpuMs: 30_000, memoryMiB: 286, answerBytes: 32 * 2 ** 20 }
  const fractions: number[] = []
  const file = await composeInChild(gathered, { limits, onProgress: (fraction) => fractions.push(fraction) })
  const pictures = [...unzip(Buffer.from(file)).keys()].filter((path) => path.endsWith('.png'))
  expect(pictures).toHaveLength(COLUMNS * ROWS)
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
}, 90_000)
