import type { AppConfig } from '#config'
import { renderComic } from './sanitise-comic.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 2 ** 20
const KEPT_MS = 3_600_000
/** After a failure the server is left alone for a while, and nobody waits for it meanwhile. */
const FAILURE_KEPT_MS = 60_000

async function readLimited(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function fetchComic(url: string): Promise<string> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json, text/html' },
  })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    return ''
  }
  return renderComic(response.headers.get('content-type') ?? '', await readLimited(response.body))
}

interface Kept {
  until: number
  html: Promise<string>
}
const kept = new Map<string, Kept>()

/** The comic as harmless HTML, at most an hour old; empty when none is configured or to be had. Several askers share one fetch. */
export async function getComic(
  { comicUrl }: Pick<AppConfig, 'comicUrl'>,
  now: () => number = Date.now,
): Promise<string> {
  if (comicUrl === undefined) return ''
  const former = kept.get(comicUrl)
  if (former && former.until > now()) return former.html
  const entry: Kept = { until: now() + KEPT_MS, html: fetchComic(comicUrl).catch(() => '') }
  kept.set(comicUrl, entry)
  const html = await entry.html
  if (html === '') entry.until = now() + FAILURE_KEPT_MS
  return html
}
