/**
 * Whether a page of this application sent the request, by its Origin header. Behind a proxy with TLS the request itself
 * says http; then only the public address counts, as a page at http could have been changed on its way.
 */
export function isOwnOrigin(origin: string, requestUrl: string, appUrl: string): boolean {
  const app = new URL(appUrl)
  if (origin === app.origin) return true
  // On plain HTTP the application may also be opened by another name of the machine.
  return app.protocol === 'http:' && origin === new URL(requestUrl).origin
}
