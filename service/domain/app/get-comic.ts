import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { AppConfig } from '#config'
import { publicLookup } from '../worldpop/public-address.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 2 ** 20
const KEPT_MS = 3_600_000
/** After a failure the server is not contacted for a while, and callers do not wait for it. */
const FAILURE_KEPT_MS = 60_000

async function readLimited(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * One request, no redirect. A name must resolve to public addresses, and the socket connects to exactly the checked
 * one; a literal IP address is the operator's explicit choice.
 */
function ask(url: string, lookup: LookupFunction): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        lookup,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { accept: 'application/json, text/html', 'accept-encoding': 'identity' },
      },
      resolve,
    )
      .on('error', reject)
      .end()
  })
}

async function fetchComic(url: string, lookup: LookupFunction): Promise<string> {
  const answer = await ask(url, lookup)
  if (answer.statusCode !== 200) {
    answer.destroy()
    return ''
  }
  // Loaded with the first comic: it brings 50 modules.
  const { renderComic } = await import('./sanitise-comic.ts')
  return renderComic(answer.headers['content-type'] ?? '', await readLimited(answer))
}

interface Kept {
  until: number
  html: Promise<string>
}
const kept = new Map<string, Kept>()

/**
 * The comic as harmless HTML, at most an hour old; empty if none is configured or available. Concurrent callers share
 * one fetch.
 */
export async function getComic(
  { comicUrl }: Pick<AppConfig, 'comicUrl'>,
  now: () => number = Date.now,
  lookup: LookupFunction = publicLookup(),
): Promise<string> {
  if (comicUrl === undefined) return ''
  const previous = kept.get(comicUrl)
  if (previous && previous.until > now()) return previous.html
  const entry: Kept = { until: now() + KEPT_MS, html: fetchComic(comicUrl, lookup).catch(() => '') }
  kept.set(comicUrl, entry)
  const html = await entry.html
  if (html === '') entry.until = now() + FAILURE_KEPT_MS
  return html
}
