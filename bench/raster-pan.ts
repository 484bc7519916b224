/**
 * People pan over maps of one raster: each moves every four seconds, and four tiles appear. The service's answers
 * compared with those of a bare server that sends pictures of the same size from memory at the same pace:
 * node bench/raster-pan.ts [people] [seconds] [cells per side]. 16,384 cells per side are 1 GiB.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { loadConfig } from '../app.config.ts'
import type { Services } from '../service/context.ts'
import { connect } from '../service/db/client.ts'
import { openFileStore } from '../service/files/open-file-store.ts'
import { loadRaster } from '../service/load/load-raster.ts'
import { MERCATOR_EDGE, toMercator } from '../service/raster/systems/web-mercator.ts'
import { writeCog } from '../service/raster/cog/write-cog.ts'
import { answerInProcess } from '../service/tasks/answer-in-process.ts'
import { median, quantile, say, sayMachine, withDatabase } from './lib/bench-database.ts'
import { addPerson, startService } from './lib/bench-service.ts'

const PEOPLE = Number(process.argv[2] ?? 200)
const SECONDS = Number(process.argv[3] ?? 30)
const SIDE = Number(process.argv[4] ?? 8192)
const PAUSE_MS = 4000
const TILES = 4
/** Everyone opens the map within the same four seconds; few tiles have been drawn before. */
const OPENING_MS = 15_000
const [WEST, NORTH, DEGREES] = [2, 15, 12]

/** Where a person looks: a zoom, and the tile in the upper left corner of the four that appear. */
interface View {
  z: number
  x: number
  y: number
}
function viewOf(person: number): View {
  const z = 7 + (person % 4)
  const longitude = WEST + ((person * 37) % 100) * (DEGREES / 110)
  const latitude = NORTH - ((person * 53) % 100) * (DEGREES / 110)
  const [east, north] = toMercator(longitude, latitude)
  const side = (2 * MERCATOR_EDGE) / 2 ** z
  return { z, x: Math.floor((east + MERCATOR_EDGE) / side), y: Math.floor((MERCATOR_EDGE - north) / side) }
}
/** To the east, and back where the raster ends. */
const panned = ({ z, x, y }: View, step: number): View => {
  const columns = Math.max(1, Math.floor((DEGREES / 360) * 2 ** z) - 1)
  const first = Math.ceil(((WEST + 180) / 360) * 2 ** z)
  return { z, x: first + ((x - first + step) % columns), y }
}

type Headers = Record<string, string>

/** Milliseconds of every tile, as each person receives it: of the opening, and afterwards. */
async function pan(people: readonly Headers[], addressOf: (view: View) => string) {
  const times = { opening: [] as number[], later: [] as number[] }
  const begin = performance.now()
  const end = begin + OPENING_MS + SECONDS * 1000
  await Promise.all(
    people.map(async (headers, person) => {
      await sleep((person / people.length) * PAUSE_MS)
      for (let step = 0; performance.now() < end; step++) {
        const { z, x, y } = panned(viewOf(person), step * 2)
        const due = performance.now() + PAUSE_MS
        const tiles = Array.from({ length: TILES }, (_, i) => ({ z, x: x + (i % 2), y: y + (i >> 1) }))
        await Promise.all(
          tiles.map(async (tile) => {
            const start = performance.now()
            const answer = await fetch(addressOf(tile), { headers })
            if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}: ${await answer.text()}`)
            await answer.arrayBuffer()
            times[start < begin + OPENING_MS ? 'opening' : 'later'].push(performance.now() - start)
          }),
        )
        await sleep(Math.max(0, due - performance.now()))
      }
    }),
  )
  return times
}

const inWords = (times: readonly number[]) =>
  `median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`

await withDatabase(async (url, dataDir) => {
  const values = Float32Array.from(
    { length: SIDE * SIDE },
    (_, i) =>
      Math.sin((i % SIDE) / 90) * 400 + Math.cos(i / SIDE / 70) * 300 + ((i * 2654435761) % 997) / 100,
  )
  const affine = [DEGREES / SIDE, 0, WEST, 0, -DEGREES / SIDE, NORTH] as const
  const source = writeCog({ width: SIDE, height: SIDE, affine, crs: 4326, values })
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: dataDir, NODE_ENV: 'production' })
  const log = pino({ level: 'silent' })
  const services: Services = {
    config,
    db: connect(url),
    files: openFileStore(config),
    log,
    queue: null as never,
  }
  const [band] = (
    await loadRaster(answerInProcess(services), {
      name: 'pan.tif',
      source: Buffer.from(source),
      bands: [{ name: 'pan' }],
      createdBy: null,
    })
  ).bands
  await services.db.$client.end()
  const people: Headers[] = []
  for (let i = 0; i < PEOPLE; i++) people.push((await addPerson(url, `pan${i}@bench.test`)).headers)
  sayMachine()
  say(
    `${PEOPLE} people, ${TILES} tiles each every ${PAUSE_MS / 1000} s, for ${SECONDS} s: ${(PEOPLE * TILES * 1000) / PAUSE_MS} tiles/s of ${SIDE} × ${SIDE} cells (${(source.length / 2 ** 20).toFixed(0)} MiB)`,
  )

  const service = await startService(url, dataDir)
  const tileOf = ({ z, x, y }: View) =>
    `${service.url}/raster/v1/bands/${band.id}/tiles/${z}/${x}/${y}?ramp=viridis&min=-700&max=700`
  const picture = Buffer.from(await (await fetch(tileOf(viewOf(0)), { headers: people[0] })).arrayBuffer())
  const bare = createServer((_, response) => response.end(picture)).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const { port } = bare.address() as AddressInfo
  const theirs = await pan(people, ({ z, x, y }) => `http://127.0.0.1:${port}/${z}/${x}/${y}`)
  const cpu = await service.cpuMs()
  const ours = await pan(people, tileOf)
  say(`bare server, ${picture.length} bytes: ${inWords(theirs.later)}`)
  const ratio = quantile(ours.later, 0.95) / quantile(theirs.later, 0.95)
  const tiles = ours.opening.length + ours.later.length
  const perTile = ((await service.cpuMs()) - cpu) / tiles
  const ofReaders = (await service.childrenCpuMs()) / tiles
  say(`service, the first ${OPENING_MS / 1000} s: ${inWords(ours.opening)}`)
  say(
    `service, then: ${inWords(ours.later)}; ratio of p95 ${ratio.toFixed(1)}; ${perTile.toFixed(1)} ms of its main process and ${ofReaders.toFixed(1)} ms of its readers per tile`,
  )
  service.stop()
  bare.close()
})
