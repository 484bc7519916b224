import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Cell = string | number | null
export type Workbook = Record<string, Cell[][]>

/** Implements the part of the Google Sheets API that a tracker needs; stores what a sheet would store. */
export async function startGoogle() {
  const workbooks: Record<string, Workbook> = {}
  /** Ids that the service account may not write. */
  const closed = new Set<string>()
  const calls: { method: string; path: string; authorization: string; body: unknown }[] = []
  const control = {
    status: 0,
    tokens: 0,
    onWrite: () => {},
    /** Every call waits for this before it is answered. */
    before: (_method: string): Promise<void> | void => {},
    /** Writes take effect, but the connection breaks before the answer. */
    cut: false,
  }

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      if (control.cut && request.method !== 'GET' && status === 200 && !request.url?.includes('token'))
        return request.socket.destroy()
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const url = new URL(request.url ?? '', 'http://google')
    const path = decodeURIComponent(url.pathname)
    if (path === '/token') {
      control.tokens++
      const grant = new URLSearchParams(text)
      const right = grant.get('assertion')?.split('.').length === 3
      return right ? [200, { access_token: 'token-1', expires_in: 3600, token_type: 'Bearer' }] : [401, {}]
    }
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const authorization = String(request.headers.authorization)
    calls.push({ method: request.method ?? '', path: path + url.search, authorization, body })
    if (authorization !== 'Bearer token-1') return [401, { error: { code: 401 } }]
    await control.before(request.method ?? '')
    if (control.status !== 0) return [control.status, { error: { code: control.status, message: 'no' } }]
    const [, id, rest] = /^\/v4\/spreadsheets\/([^/:]+)(.*)$/.exec(path) ?? []
    if (!(id in workbooks)) return [404, { error: { code: 404 } }]
    if (closed.has(id)) return [403, { error: { code: 403 } }]
    return serve(workbooks[id], request.method ?? '', rest, url.searchParams, body as never)
  }

  function serve(
    book: Workbook,
    method: string,
    rest: string,
    query: URLSearchParams,
    body: never,
  ): [number, unknown] {
    if (method === 'GET' && rest === '')
      return [200, { sheets: Object.keys(book).map((title) => ({ properties: { title } })) }]
    if (method === 'GET' && rest.startsWith('/values/')) {
      const { sheet } = place(rest.slice(8))
      return sheet in book ? [200, { values: structuredClone(book[sheet]) }] : [400, { error: { code: 400 } }]
    }
    if (rest === ':batchUpdate') {
      const { requests } = body as { requests: { addSheet: { properties: { title: string } } }[] }
      for (const { addSheet } of requests) book[addSheet.properties.title] = []
      return [200, {}]
    }
    if (rest === '/values:batchUpdate') {
      const { data, valueInputOption } = body as {
        data: { range: string; values: Cell[][] }[]
        valueInputOption: string
      }
      if (valueInputOption !== 'RAW') return [400, {}]
      for (const { range, values } of data) {
        const { sheet, column, row } = place(range)
        values.forEach((cells, i) =>
          cells.forEach((cell, j) => {
            const line = (book[sheet][row - 1 + i] ??= [])
            line[column + j] = cell
          }),
        )
      }
      control.onWrite()
      return [200, {}]
    }
    if (rest.endsWith(':append')) {
      if (query.get('valueInputOption') !== 'RAW') return [400, {}]
      const { sheet } = place(rest.slice(8, -7))
      book[sheet].push(...(body as { values: Cell[][] }).values)
      control.onWrite()
      return [200, {}]
    }
    return [400, {}]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'strata-google-'))
  const keyFile = join(folder, 'account.json')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(
    keyFile,
    JSON.stringify({
      type: 'service_account',
      client_email: 'strata@tests.example',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  )
  return {
    workbooks,
    closed,
    calls,
    control,
    config: {
      googleServiceAccountFile: keyFile,
      googleApiUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

/** `'My sheet'!C5` → sheet, column from 0, row from 1. */
function place(range: string) {
  const [, quoted, letters, row] = /^'(.*)'!([A-Z]+)(\d+)/.exec(range) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { sheet: quoted.replaceAll("''", "'"), column: column - 1, row: Number(row) }
}
