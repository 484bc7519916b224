import { type IncomingHttpHeaders, createServer } from 'node:http'

/** A few of the service's answers, for tests of the web application only. */
export function startStandIn(port: number) {
  const me = {
    id: 1,
    name: 'Ada Lovelace',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@strata.example',
    roles: [{ name: 'admin' }],
  }
  const statuses = ['completed', 'running', 'pending', 'failed', 'cancelled'] as const
  const job = (id: number) => ({
    id,
    submission_id: 1,
    status: statuses[id % 5],
    step: null,
    fraction: id % 5 === 0 ? 1 : 0.4,
    reason: null,
    queue_position: null,
    attempt: 1,
    job_key: `nga-water-sim-2024-r1-${id}`,
    submission_title: 'Sample',
    app_user_id: 1,
    app_user_name: me.name,
    iso3_code: 'NGA',
    country: 'Nigeria',
    target: 'improved_water',
    source: 'SIM',
    source_wave: '1',
    source_date: null,
    round: '1',
    data_description: '',
    stack_name: 'nga',
    method: 'binomial',
    tags: [],
    final: false,
    all_adm_pass: null,
    is_overfit: null,
    verdict: null,
    datetime_submitted: new Date(Date.now() - id * 3_600_000 * 9).toISOString(),
    datetime_started: null,
    datetime_finished: null,
  })
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    seen.push(request.headers)
    const path = url.pathname.replace('/api/v1', '')
    const send = (status: number, body: unknown) => {
      response.writeHead(status, {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
      })
      response.end(JSON.stringify(body))
    }
    if (path === '/auth/login/access-token') {
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', () => {
        const form = new URLSearchParams(text)
        if (form.get('password') === 'correct') send(200, { accessToken: 'stand-in-token' })
        else send(400, { detail: 'Incorrect email or password' })
      })
      return
    }
    const failing = /^Bearer answer-(\d{3})(?:-after-(\d+))?$/.exec(request.headers.authorization ?? '')
    if (failing) {
      if (failing[2]) response.setHeader('retry-after', failing[2])
      send(Number(failing[1]), { detail: 'Too many calls; wait a moment.' })
      return
    }
    if (request.headers.authorization !== 'Bearer stand-in-token') {
      send(403, { detail: 'Could not validate credentials' })
      return
    }
    if (path === '/users/me') send(200, me)
    else if (path === '/auth/logout') send(200, { msg: 'Logged out' })
    else if (path === '/app/xkcd') send(200, { data: '<p>A <b>comic</b> about maps</p>' })
    else if (path === '/countries/')
      send(200, {
        content: [
          {
            iso3_code: 'NGA',
            iso2_code: 'NG',
            numeric_code: '566',
            name: 'Nigeria',
            region: 'Africa',
            sub_region: 'Sub-Saharan Africa',
            intermediate_region: 'Western Africa',
            bounds: [2.67, 4.27, 14.68, 13.89],
          },
        ],
        totalElements: 1,
      })
    else if (path === '/modeling/v1/jobs/counts')
      send(200, { total: 3, by_status: { pending: 0, running: 1, completed: 2, failed: 0, cancelled: 0 } })
    else if (path === '/modeling/v1/jobs') {
      const status = url.searchParams.getAll('status')
      const all = Array.from({ length: 23 }, (_, index) => job(index + 1)).filter(
        (one) => status.length === 0 || status.includes(one.status),
      )
      send(200, {
        content: all.slice(0, Number(url.searchParams.get('size') ?? 10)),
        totalElements: all.length,
      })
    } else send(404, { detail: 'There is nothing at this address.' })
  })
  return new Promise<{ port: number; seen: IncomingHttpHeaders[]; close: () => Promise<void> }>((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        seen,
        close: () =>
          new Promise<void>((done) => {
            server.closeAllConnections()
            server.close(() => done())
          }),
      })
    })
  })
}
