import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { BASE_PATH } from '#contract/endpoint.ts'
import { isKnown } from '../../files/byte-range.ts'
import type { CallLimits } from '../limits/call-limits.ts'
import type { OpenApi } from './openapi-document.ts'

/** Relative addresses, since the service may be below a path. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="stylesheet" href="docs/page.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; }
html.dark-mode { background: #1c2022; }
@media (max-width: 600px) {
  .swagger-ui { overflow-wrap: anywhere; }
  .swagger-ui .wrapper { padding-inline: 8px; }
}
`

const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)')
const useTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', useTheme)
useTheme()
SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: 'openapi.json',
  deepLinking: true,
  displayOperationId: true,
  docExpansion: 'none',
  filter: true,
  onComplete: () => { document.title = document.querySelector('h1, h2')?.firstChild.textContent + ': the API' },
  // Calls that are tried out go to where the page came from.
  requestInterceptor: (request) =>
    Object.assign(request, { url: new URL(request.url.split('${BASE_PATH}/').at(-1), location).href }),
  validatorUrl: null,
})
`

/** Swagger UI's pictures are data in its style sheet. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const require = createRequire(import.meta.url)
const fileOfSwagger = (name: string) => readFileSync(require.resolve(`swagger-ui-dist/${name}`))

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

interface SentFile {
  bytes: Buffer
  etag: string
}

function withTag(content: string | Buffer): SentFile {
  const bytes = Buffer.from(content)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/**
 * /api/v1/openapi.json for programs and /api/v1/docs, which shows it, for people: both are public, and built when they
 * are first requested, because that takes longer than everything else about creating the application.
 */
export function addDocs(app: FastifyInstance, makeDocument: () => OpenApi, limits: CallLimits): void {
  const add = (
    path: string,
    type: string,
    make: () => string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const file = once(() => withTag(make()))
    app.get(BASE_PATH + path, async (request, reply) => {
      limits.count(`at ${request.ip}`, { rate: 'read' })
      if (request.url.endsWith('/')) return reply.redirect(`..${path}`)
      const { bytes, etag } = file()
      reply.headers({ 'cache-control': 'no-cache', etag, ...headers })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.header('content-type', `${type}; charset=utf-8`).send(bytes)
    })
  }
  add('/openapi.json', 'application/json', () => JSON.stringify(makeDocument()))
  add('/docs', 'text/html', () => PAGE, { 'content-security-policy': POLICY })
  add('/docs/page.css', 'text/css', () => STYLE)
  add('/docs/page.js', 'text/javascript', () => SCRIPT)
  add('/docs/swagger-ui.css', 'text/css', () => fileOfSwagger('swagger-ui.css'))
  add('/docs/swagger-ui-bundle.js', 'text/javascript', () => fileOfSwagger('swagger-ui-bundle.js'))
}
