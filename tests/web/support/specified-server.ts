import { aMe } from './accounts-fakes.ts'
import { aProduct, aVersion, countries } from './catalog-fakes.ts'
import { aProject } from './project-fakes.ts'
import { inspected } from './raster-fakes.ts'
import { aJob, aSubmission, pageOf } from './submission-fakes.ts'

export const finalJob = aJob({ id: 11, final: true })
export const product = aProduct({ id: 2, title: 'Water, Nigeria 2025', asset_id: null, job_id: 12 })
const message = { msg: 'Done' }
const tags = pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0' }])
const link = { url: 'https://files.example/water.tif', expires_at: '2026-11-20T10:10:00.000Z' }
const valid = { valid: true, columns: ['iso3_code'], rows: [], findings: [] }
const byCountry = (field: string) => pageOf([{ iso3_code: 'NGA', name: 'Nigeria', [field]: 1 }])

/** Section 7 of the specification, and the list of the home statistics, whose path it does not show. */
const CALLS: Readonly<Record<string, unknown>> = {
  'POST /auth/login/access-token': { accessToken: 'a-token' },
  'POST /auth/email-confirmation-token/{}': message,
  'POST /auth/password-recovery-token/{}': message,
  'POST /auth/confirm-email/': message,
  'POST /auth/recover-password/': message,
  'POST /auth/reset-password/': message,
  'GET /users': pageOf([aMe(['staff'])]),
  'GET /users/me': aMe(['staff']),
  'PUT /users/me': aMe(['staff']),
  'POST /users/open': message,
  'GET /countries/': countries,
  'GET /tags': tags,
  'GET /modeling/v1/tag/all': tags,
  'GET /modeling/v1/jobs/all_status': pageOf(['pending', 'running', 'completed']),
  'GET /modeling/v1/jobs/all-sources': pageOf(['DHS']),
  'GET /place_group/versions': pageOf([aVersion()]),
  'GET /app/xkcd': { data: '<p>A <b>comic</b> about maps</p>' },
  'GET /projects/': pageOf([aProject()]),
  'GET /projects/{}': aProject(),
  'GET /projects/clients': pageOf([{ id: 8, name: 'Health Ministry' }]),
  'POST /projects/': aProject(),
  'PUT /projects/{}/': aProject(),
  'GET /interpolation': pageOf([product]),
  'GET /interpolation/size': 1,
  'POST /interpolation/download/bulk': pageOf([]),
  'PUT /interpolation/bulk/': pageOf([]),
  'GET /app/interpolation/catalog-countries': byCountry('products'),
  'GET /app/interpolation/sources': pageOf(['DHS']),
  'GET /app/interpolation/model-countries': byCountry('jobs'),
  'POST /interpolation/raster/check-in': { catalogued: true, findings: [], raster: inspected, product },
  'GET /interpolation/download-link/{}': link,
  'GET /modeling/v1/jobs/details': pageOf([finalJob, aJob({ id: 12, status: 'running' })]),
  'GET /modeling/v1/jobs': pageOf([finalJob], 4),
  'GET /modeling/v1/submissions': pageOf([aSubmission()]),
  'POST /modeling/v1/submissions/validate-improvement-layers': valid,
  'POST /modeling/v1/run/file': aSubmission(),
  'POST /modeling/v1/run/{}': aSubmission(),
  'GET /modeling/v1/jobs/queue/size': { size: 1, running: 1 },
  'POST /modeling/v1/jobs/final': message,
  'POST /modeling/v1/jobs/download-zips': message,
  'POST /modeling/v1/tag/add': message,
  'POST /modeling/v1/tag/add/submission': message,
  'GET /modeling/v1/jobs/layer-tracker/{}/adm-data': pageOf([]),
  'POST /modeling/v1/jobs/layer-tracker-v2/add': message,
}
const known = Object.entries(CALLS).map(([call, answer]) => ({
  pattern: new RegExp(`^${call.replaceAll('{}', '[^/]+')}$`),
  answer,
}))

/** As of a later version: fields that the contract does not have, in every record. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const more = Object.entries(value).map(([name, inner]) => [name, withMore(inner)])
  return { ...Object.fromEntries(more), of_a_later_version: { any: ['thing'] } }
}

/** A server that has the calls of the specification and no other; `rejected` lists what else was asked of it. */
export function specifiedServer() {
  const rejected = new Set<string>()
  const asked: string[] = []
  const sent = new Map<string, unknown>()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { method } = request
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    asked.push(`${method} ${pathname}${search}`)
    sent.set(`${method} ${pathname}`, body || undefined)
    const found = known.find(({ pattern }) => pattern.test(`${method} ${pathname}`))
    if (!found) rejected.add(`${method} ${pathname}`)
    return found
      ? Response.json(withMore(found.answer))
      : Response.json({ detail: 'Not Found' }, { status: 404 })
  }
  return { send, sent, asked, rejected }
}
