import { DEFAULT_TIMEOUT_MS } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

interface Route {
  method: string
  segments: string[]
  timeoutMs: number
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)
const isParam = (segment: string | undefined) => segment?.startsWith('{')

/** A literal segment takes precedence over a parameter: `run/file` does not match `run/{id}`. */
const routes: Route[] = endpoints
  .map(({ method, path, timeoutMs = DEFAULT_TIMEOUT_MS }) => ({
    method,
    segments: segmentsOf(path),
    timeoutMs,
  }))
  .sort((a, b) => a.segments.filter(isParam).length - b.segments.filter(isParam).length)

/** The time limit until a call's answer begins; `path` is relative to the API's base. 0: no limit. */
export function timeLimitMs(method: string, path: string): number {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method
  const segments = segmentsOf(path)
  const route = routes.find(
    (one) =>
      one.method === effectiveMethod &&
      one.segments.length === segments.length &&
      one.segments.every((segment, index) => isParam(segment) || segment === segments[index]),
  )
  return route?.timeoutMs ?? DEFAULT_TIMEOUT_MS
}
