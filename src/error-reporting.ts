/**
 * Sends unhandled errors to the error-reporting service, when one is configured; its code is loaded only then, and
 * never on a developer's own machine.
 */
export async function reportErrors(): Promise<void> {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="sentry-dsn"]')?.content
  if (!dsn || isLocal(location.hostname)) return
  const [{ init }, { scrubEvent }] = await Promise.all([import('@sentry/react'), import('./error-scrub.ts')])
  init({
    dsn,
    environment: import.meta.env.MODE || 'development',
    initialScope: { tags: { group: 'frontend' } },
    maxBreadcrumbs: 100,
    maxValueLength: 250,
    // Newer releases collect all of this unless they are told not to.
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    beforeSend: scrubEvent,
  })
}

export function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(hostname)
}
