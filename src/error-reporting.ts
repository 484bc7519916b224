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
  })
}

export function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(hostname)
}

function withoutPerson<T extends { user?: unknown; request?: { cookies?: unknown; headers?: unknown } }>(
  event: T,
): T {
  delete event.user
  delete event.request?.cookies
  delete event.request?.headers
  return event
}
