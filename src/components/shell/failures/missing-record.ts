import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { isMissing } from '~/api/api-error.ts'

/** For loaders: the page of a record that does not exist is not found. */
export async function orNotFound<Record>(record: Promise<Record>): Promise<Record> {
  try {
    return await record
  } catch (error) {
    throw isMissing(error) ? notFound() : error
  }
}

/**
 * For loaders, after `warm`: the server answers 404 for a record that does not exist; in the browser, its screen says
 * so.
 */
export function requireWarmed(client: QueryClient, { queryKey }: { queryKey: QueryKey }): void {
  if (typeof window !== 'undefined') return
  const state = client.getQueryState(queryKey)
  if (state?.data === null || isMissing(state?.error)) throw notFound()
}
