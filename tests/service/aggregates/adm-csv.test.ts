import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AggregateFixture, createAggregateFixture } from '../../support/aggregates/aggregate-fixture.ts'

let fixture: AggregateFixture

beforeAll(async () => {
  fixture = await createAggregateFixture()
}, 60_000)
afterAll(() => fixture.close())

const admOf = async (job: number) => {
  const url = `/modeling/v1/jobs/${job}/download/adm`
  return (await fixture.service.inject({ url, headers: fixture.owner.headers })).body
}

it("repeats a layer's adm.csv in every digit, raked or not, from the draws that it kept", async () => {
  for (const layer of [
    {},
    { rake_to: 0.3 },
    { rake_to_admin: { level: 1 as const, figures: { 'TST-W': 0.2 } } },
    { population_band_id: null },
  ]) {
    const job = await fixture.run({ layer })
    expect((await fixture.ask(job)).csv).toBe(await admOf(job))
  }
})
