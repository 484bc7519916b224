import type { ErrorInfo } from 'react'
import { credentialsRejected } from './api/api-error.ts'

type Send = (error: unknown, componentStack: string | undefined) => void

/** Errors before the reporter has loaded wait here; `send` is null if errors are not reported. */
let queue: [unknown, string | undefined][] = []
const MAX_QUEUE = 20
let send: Send | null | undefined
/** An error may pass through a boundary of React and one of the router. */
const seen = new WeakSet()

export function report(error: unknown, componentStack?: string): void {
  if (typeof window === 'undefined' || send === null || credentialsRejected(error)) return
  if (typeof error === 'object' && error !== null) {
    if (seen.has(error)) return
    seen.add(error)
  }
  if (send) send(error, componentStack)
  else if (queue.length < MAX_QUEUE) queue.push([error, componentStack])
}

const onError = ({ error }: ErrorEvent) => report(error)
const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason)

/**
 * Sends unhandled errors to the error-reporting service, if one is configured; its code is loaded only then, and never
 * in development.
 */
export async function reportErrors(): Promise<void> {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="sentry-dsn"]')?.content
  if (!dsn || isLocal(location.hostname)) return stopReporting()
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  try {
    const [sentry, { scrubEvent }] = await Promise.all([import('@sentry/react'), import('./error-scrub.ts')])
    sentry.init({
      dsn,
      environment: import.meta.env.MODE || 'development',
      initialScope: { tags: { group: 'frontend' } },
      maxBreadcrumbs: 100,
      // Newer releases collect all of this unless it is disabled.
      dataCollection: {
        userInfo: false,
        cookies: false,
        httpHeaders: false,
        httpBodies: [],
        urlQueryParams: false,
      },
      // Also truncates messages at 250 characters: truncated earlier, half an address would no longer look like one.
      beforeSend: scrubEvent,
    })
    send = (error, componentStack) =>
      void sentry.captureException(error, { contexts: { react: { componentStack } } })
    for (const entry of queue) send(...entry)
    queue = []
  } catch {
    // Offline, or blocked: later errors would never be sent.
    stopReporting()
  } finally {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

function stopReporting(): void {
  send = null
  queue = []
}

const withStack = (error: unknown, { componentStack }: ErrorInfo) => {
  // oxlint-disable-next-line no-console -- as React does if nothing handles its errors
  console.error(error)
  report(error, componentStack ?? undefined)
}

/** For React's root: errors that a boundary caught, and those that none did. */
export const rootErrors = { onCaughtError: withStack, onUncaughtError: withStack }

export function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(hostname)
}
