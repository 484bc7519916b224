import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { BASE_PATH, ROLES } from '#contract/endpoint.ts'
import { isKnown } from '../../files/byte-range.ts'
import type { CallLimits } from '../limits/call-limits.ts'
import { curlOf } from './docs-curl.ts'
import { Html, html, withCode } from './docs-html.ts'
import { fieldTable, fieldsOf, limitsOf, typeOf } from './docs-schema.ts'
import { SCRIPT, STYLE } from './docs-style.ts'
import { toText } from './openapi-components.ts'
import type { JsonSchema, OpenApi, Operation } from './openapi-document.ts'

interface DescribedCall {
  method: string
  path: string
  operation: Operation
}

const callsOf = (document: OpenApi): DescribedCall[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

const may = ({ security, 'x-roles': roles }: Operation, role: (typeof ROLES)[number] | 'nobody') =>
  security !== undefined || (role !== 'nobody' && (roles ?? []).includes(role))

function whoMay(operation: Operation): string {
  const roles = ROLES.filter((role) => may(operation, role))
  return operation.security ? 'anyone, without a token' : roles.join(', ')
}

/** The scope that an access token needs for the call. */
function scopeWords({ 'x-scope': scope }: Operation): string {
  if (scope === undefined) return ''
  return scope === 'session' ? ' Only after logging in, with no access token.' : ` Scope ${scope}.`
}

function parametersOf({ parameters }: Operation): Html | null {
  if (parameters.length === 0) return null
  const fields = parameters.map(({ name, in: place, required, description = '', schema }) => ({
    name,
    type: typeOf(schema),
    required,
    about: [place === 'query' ? '' : `in the ${place}`, description, limitsOf(schema, place === 'query')]
      .filter(Boolean)
      .join('; '),
  }))
  return html`<h4>Parameters</h4>
    ${fieldTable(fields, 'Name')}`
}

function bodyOf({ requestBody }: Operation): Html | null {
  const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (media === undefined) return null
  return html`<h4>Body <span class="muted">${media}</span></h4>
    ${fieldTable(fieldsOf(content.schema ?? {}, media === 'multipart/form-data'), 'Field')}`
}

function answersOf(operation: Operation, problems: OpenApi['components']['responses']): Html {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, '$ref' in response ? problems[status] : response] as const,
  )
  const errors = responses.filter(([status]) => Number(status) >= 300)
  const fine = responses.filter(([status]) => Number(status) < 300)
  const shown = fine.map(([status, { description, content }]) => {
    const [media, { schema }] = Object.entries(content ?? {})[0] ?? ['', {} as { schema?: JsonSchema }]
    const fields = schema ? fieldsOf(schema) : []
    const said = html`${status}
      <span class="muted"
        >${description}; ${media}${schema && fields.length === 0 ? `, ${typeOf(schema)}` : ''}</span
      >`
    return fields.length === 0
      ? html`<p>${said}</p>`
      : html`<details>
          <summary>${said}</summary>
          ${fieldTable(fields, 'Field', false)}
        </details>`
  })
  const failures = errors.map(
    ([status, { description }]) =>
      html`<li>${status} <span class="muted">${STATUS_CODES[status] ?? ''}: ${description}</span></li>`,
  )
  return html`<h4>Answers</h4>
    ${shown}
    <details>
      <summary>Otherwise: ${errors.map(([status]) => status).join(', ')}</summary>
      <ul>
        ${failures}
      </ul>
    </details>`
}

function article(call: DescribedCall, problems: OpenApi['components']['responses']): Html {
  const { method, path, operation } = call
  const { operationId, summary } = operation
  return html`<article id="${operationId}">
    <h3>${summary}</h3>
    <p class="address"><span class="method">${method.toUpperCase()}</span> ${path}</p>
    <p>
      ${operationId}. For ${whoMay(operation)}.${scopeWords(operation)} Time-out
      ${operation['x-timeout-ms'] / 1000} s.
    </p>
    ${parametersOf(operation)}${bodyOf(operation)}${answersOf(operation, problems)}
    <div class="copy">
      <h4>With curl</h4>
      <button
        type="button"
        data-copy="curl-${operationId}"
        aria-label="Copy the curl line of ${operationId}"
        hidden
      >
        Copy
      </button>
    </div>
    <pre id="curl-${operationId}" tabindex="0">${curlOf(method, path, operation)}</pre>
  </article> `
}

function matrix(calls: readonly DescribedCall[]): Html {
  const columns = ['nobody', ...ROLES] as const
  const rows = calls.map(
    ({ method, path, operation }) =>
      html`<tr>
        <th scope="row">
          <a href="#${operation.operationId}">${operation.operationId}</a>
          <span class="muted">${method.toUpperCase()} ${path}</span>
        </th>
        ${columns.map((role) =>
          may(operation, role) ? html`<td>yes</td>` : html`<td class="muted">no</td>`,
        )}
      </tr>`,
  )
  return html`<section id="rights">
    <h2>Who may call what</h2>
    <p>
      The service rejects every other call. Some calls require more than a role, such as owning the job; they
      say so above.
    </p>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Call</th>
            ${columns.map((role) => html`<th scope="col">${role}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

interface Page {
  bytes: Buffer
  etag: string
}

function pageOf(text: string): Page {
  const bytes = Buffer.from(text)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/** The whole document as one HTML page without external resources. */
export function makeDocsPage(document: OpenApi): string {
  const calls = callsOf(document)
  const server = document.servers[0].url
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }))
  const inOrder = groups.flatMap((group) => group.calls)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}: the API</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header>
          <h1>${document.info.title}: the API</h1>
          ${document.info.description.split('\n').map((line) => html`<p>${withCode(line)}</p>`)}
          <p>
            The same as a document for programs: <a href="${BASE_PATH}/openapi.json">openapi.json</a> (OpenAPI
            ${document.openapi}).
          </p>
          <div class="copy">
            <h4>The curl lines below take these from the shell</h4>
            <button type="button" data-copy="shell" hidden>Copy</button>
          </div>
          <pre id="shell" tabindex="0">
export STRATA_API='${server}'
read -rs STRATA_TOKEN && export STRATA_TOKEN # paste an access token, then Enter</pre>
        </header>
        <div class="page">
          <nav aria-label="Calls">
            ${groups.map(
              (group) =>
                html`<strong><a href="#${group.name}">${group.name}</a></strong>
                  <ul>
                    ${group.calls.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`)}
                  </ul>`,
            )}<strong><a href="#rights">Who may call what</a></strong>
          </nav>
          <main>
            ${groups.map(
              (group) =>
                html`<section>
                  <h2 id="${group.name}">${group.name}</h2>
                  <p>${group.description}</p>
                  ${group.calls.map((call) => article(call, document.components.responses))}
                </section>`,
            )}
            ${matrix(inOrder)}
          </main>
        </div>
        ${new Html(`<script>${SCRIPT}</script>`)}
      </body>
    </html> `.text
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy allows the page's one style and one script, by their hashes, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * /api/v1/openapi.json for programs and /api/v1/docs for people: both are public, and built when they are first
 * requested, because that takes longer than everything else about creating the application.
 */
export function addDocs(app: FastifyInstance, makeDocument: () => OpenApi, limits: CallLimits): void {
  const document = once(makeDocument)
  const add = (path: string, type: string, make: () => string, headers: Record<string, string> = {}) => {
    const page = once(() => pageOf(make()))
    app.get(BASE_PATH + path, async (request, reply) => {
      limits.count(`at ${request.ip}`, { rate: 'read' })
      const { bytes, etag } = page()
      reply.headers({ 'cache-control': 'no-cache', etag, ...headers })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.header('content-type', `${type}; charset=utf-8`).send(bytes)
    })
  }
  add('/openapi.json', 'application/json', () => toText(document()))
  add('/docs', 'text/html', () => makeDocsPage(document()), { 'content-security-policy': POLICY })
}
