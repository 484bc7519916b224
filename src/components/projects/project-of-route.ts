import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { id as recordId } from '#contract/shapes.ts'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { projectQuery } from '~/server/projects.functions.ts'

/** Loads the project that an address names; an unknown one is not found. */
export async function projectOfRoute(queryClient: QueryClient, params: { id: string }): Promise<void> {
  const { data } = recordId.safeParse(params.id)
  if (!data) throw notFound()
  await orNotFound(queryClient.ensureQueryData(projectQuery(data)))
}
