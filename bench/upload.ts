/**
 * P6: a raster of 1 GiB is uploaded with its SHA-256, plain and resumable (in pieces of 64 MiB), compared with a bare
 * node:http server that pipes to a file, and with `cat`: node bench/upload.ts [MiB] [rounds]
 */
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { type IncomingMessage, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { median, say, withDatabase } from './lib/bench-database.ts'
import { addPerson, startService } from './lib/bench-service.ts'
import { record } from './lib/record.ts'

const MIB = 2 ** 20
const mebibytes = Number(process.argv[2] ?? 1024)
const rounds = Number(process.argv[3] ?? 3)
const PIECE = 64

/** The first bytes are a TIFF's; nothing reads the others. */
const block = Buffer.alloc(MIB)
for (let at = 0; at < MIB; at += 4) block.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at)
const head = Buffer.concat([Buffer.from('II*\0'), block.subarray(4)])
function* blocks(from: number, to: number) {
  for (let at = from; at < to; at++) yield at === 0 ? head : block
}

async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Iterable<Buffer>,
): Promise<IncomingMessage & { said: string }> {
  const asked = request(url, { method, headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    asked.once('response', resolve).once('error', reject),
  )
  if (body) await pipeline(Readable.from(body, { objectMode: false, highWaterMark: MIB }), asked)
  else asked.end()
  const answer = await answered
  const said = await text(answer)
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${said}`)
  return Object.assign(answer, { said })
}

const EDGE = 'strata-bench'
const part = (name: string, value = '') =>
  `--${EDGE}\r\ncontent-disposition: form-data; name="${name}"${value === '' ? '; filename="a.tif"' : ''}\r\n\r\n${value}`
const FORM = { 'content-type': `multipart/form-data; boundary=${EDGE}`, prefer: 'respond-async' }

async function plain(url: string, headers: Record<string, string>): Promise<void> {
  const begin = Buffer.from(part('file'))
  const end = Buffer.from(`\r\n--${EDGE}--\r\n`)
  const length = String(begin.length + mebibytes * MIB + end.length)
  function* body() {
    yield begin
    yield* blocks(0, mebibytes)
    yield end
  }
  await send(`${url}/raster/v1/assets`, 'POST', { ...headers, ...FORM, 'content-length': length }, body())
}

async function resumable(url: string, headers: Record<string, string>): Promise<void> {
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const { headers: made } = await send(`${url}/uploads`, 'POST', {
    ...tus,
    'upload-length': String(mebibytes * MIB),
    'upload-metadata': `filename ${Buffer.from('a.tif').toString('base64')}`,
  })
  const address = new URL(made.location!, url).href
  for (let at = 0; at < mebibytes; at += PIECE) {
    const to = Math.min(at + PIECE, mebibytes)
    const piece = {
      ...tus,
      'upload-offset': String(at * MIB),
      'content-type': 'application/offset+octet-stream',
      'content-length': String((to - at) * MIB),
    }
    await send(address, 'PATCH', piece, blocks(at, to))
  }
  const form = Buffer.from(`${part('upload', address.split('/').at(-1))}\r\n--${EDGE}--\r\n`)
  await send(
    `${url}/raster/v1/assets`,
    'POST',
    { ...headers, ...FORM, 'content-length': String(form.length) },
    [form],
  )
}

const folder = await mkdtemp(join(tmpdir(), 'strata-bench-upload-'))
const bare = createServer((asked, answer) => {
  const path = join(folder, 'bare')
  pipeline(asked, createWriteStream(path, { highWaterMark: MIB }))
    .then(() => answer.end())
    .catch(() => answer.destroy())
})
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
const source = await open(join(folder, 'source'), 'w')
for (const one of blocks(0, mebibytes)) await source.write(one)
await source.close()

async function measure(url: string, headers: Record<string, string>, peakMemory: () => Promise<number>) {
  const runs: Record<string, () => Promise<unknown>> = {
    'node:http to a file': () =>
      send(bareUrl, 'POST', { 'content-length': String(mebibytes * MIB) }, blocks(0, mebibytes)),
    'cat > file': async () => execFileSync('sh', ['-c', 'cat source > copy'], { cwd: folder }),
    plain: () => plain(url, headers),
    resumable: () => resumable(url, headers),
  }
  const names = Object.keys(runs)
  const seconds = new Map<string, number[]>(names.map((name) => [name, []]))
  const memory = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      await peakMemory()
      const idle = await peakMemory()
      const start = performance.now()
      await run()
      seconds.get(name)!.push((performance.now() - start) / 1000)
      memory.get(name)!.push((await peakMemory()) - idle)
    }
  }
  const [pipe, cat] = names.map((name) => median(seconds.get(name)!))
  for (const [name, times] of seconds) {
    const one = median(times)
    const ratios = `${(one / pipe).toFixed(2)} x node:http, ${(one / cat).toFixed(1)} x cat`
    const grown = `service's memory +${Math.max(...memory.get(name)!).toFixed(0)} MiB`
    say(`${name.padEnd(20)} ${one.toFixed(2)} s; ${ratios}; ${grown}`)
    if (name === 'plain' || name === 'resumable')
      record({
        id: `upload-${name}-${mebibytes}`,
        what: `upload of ${mebibytes} MiB with SHA-256, ${name}`,
        peer: 'bare `node:http` to a file; `cat`',
        bound: '≤ 1.3 ×; ≤ 6 ×; memory + 64 MiB',
        measured: `${one.toFixed(2)} s: ${ratios}; ${grown}`,
      })
  }
}

await withDatabase(async (databaseUrl, dataDir) => {
  const service = await startService(databaseUrl, dataDir)
  const person = await addPerson(databaseUrl, 'upload@bench.example')
  const before = loadavg()[0]
  await measure(service.url, person.headers, () => service.peakMemory())
  say(`${mebibytes} MiB, ${rounds} rounds, load ${before.toFixed(1)} to ${loadavg()[0].toFixed(1)}`)
  service.stop()
})
bare.close()
await rm(folder, { recursive: true, force: true })
