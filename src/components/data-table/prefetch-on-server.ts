/**
 * For loaders: the server waits for the prefetched queries, so that the first render has its rows; the browser does
 * not, so that the screen changes at once and the table shows the previous page or its skeleton. The table reports
 * errors.
 */
export async function prefetchOnServer(...prefetches: readonly Promise<void>[]): Promise<void> {
  if (typeof window === 'undefined') await Promise.all(prefetches)
}
