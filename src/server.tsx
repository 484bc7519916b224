import {
  RouterServer,
  defineHandlerCallback,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { createServerEntry, createStartHandler } from '@tanstack/react-start/server'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Writable } from 'node:stream'
import { nextTurn } from './render-turns.ts'

/** React writes it; so does the router. */
const DOCTYPE = '<!DOCTYPE html>'

/**
 * Pages are rendered whole: their data has loaded before, so nothing arrives later, and a page in a hundred pieces costs
 * more than one.
 */
const renderPage = defineHandlerCallback(async ({ request, router, responseHeaders }) => {
  const { signal } = request
  try {
    await nextTurn()
    const html = await rendered(<RouterServer router={router} />, {
      nonce: router.options.ssr?.nonce,
      signal,
    })
    const page = await transformHtmlStringWithRouter(router, html.slice(DOCTYPE.length), { signal })
    const bytes = Buffer.from(page)
    responseHeaders.set('content-length', String(bytes.length))
    return new Response(bytes, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
})

function rendered(
  page: ReactNode,
  { nonce, signal }: { nonce?: string; signal: AbortSignal },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const pieces: Buffer[] = []
  const out = new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      resolve(Buffer.concat(pieces).toString())
      done()
    },
  })
  const abort = () => stream.abort(signal.reason)
  const stream = renderToPipeableStream(page, {
    nonce,
    // Parts whose code is loaded while the page is rendered stay where they belong.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => {
      signal.removeEventListener('abort', abort)
      stream.pipe(out)
    },
    onShellError: reject,
    onError: (error, info) => {
      // oxlint-disable-next-line no-console -- the server's log is the only place for it
      if (!signal.aborted) console.error('A page failed to render:', error, info.componentStack)
    },
  })
  signal.addEventListener('abort', abort, { once: true })
  return promise
}

export default createServerEntry({ fetch: createStartHandler(renderPage) })
