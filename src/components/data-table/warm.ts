/**
 * For loaders: the server waits for the prefetched queries, so that the first picture has its rows; the browser does
 * not, so that the screen changes at once and the table shows the former page or its skeleton. What fails is said by the
 * table.
 */
export async function warm(...prefetches: readonly Promise<void>[]): Promise<void> {
  if (typeof window === 'undefined') await Promise.all(prefetches)
}
