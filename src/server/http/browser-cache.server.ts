import { getRequestHeader, setResponseHeader } from '@tanstack/react-start/server'

/** Lets the browser reuse the answer of a server function; while a page renders, it would apply to the page. */
export function keepInBrowser(seconds: number): void {
  if (getRequestHeader('x-tsr-serverfn') !== 'true') return
  setResponseHeader('cache-control', `private, max-age=${seconds}`)
}
