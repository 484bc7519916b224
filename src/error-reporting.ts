/** Sends unhandled errors to the error-reporting service, when one is configured; its code is loaded only then. */
export async function reportErrors(): Promise<void> {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="sentry-dsn"]')?.content
  if (!dsn) return
  const { init } = await import('@sentry/react')
  init({
    dsn,
    environment: import.meta.env.MODE || 'development',
    initialScope: { tags: { group: 'frontend' } },
    maxBreadcrumbs: 100,
    maxValueLength: 250,
    beforeSend: (event) => (isLocal(location.hostname) ? null : withoutPerson(event)),
    beforeBreadcrumb: (crumb) => {
      for (const key of ['from', 'to', 'url']) {
        const value: unknown = crumb.data?.[key]
        if (crumb.data && typeof value === 'string') crumb.data[key] = withoutQuery(value)
      }
      return crumb
    },
  })
}

export function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(hostname)
}

/** Addresses may carry one-time tokens in their query. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '')

interface Reported {
  user?: unknown
  request?: { url?: string; query_string?: unknown; cookies?: unknown; headers?: unknown }
}

function withoutPerson<T extends Reported>(event: T): T {
  delete event.user
  if (event.request) event.request = { url: event.request.url && withoutQuery(event.request.url) }
  return event
}
