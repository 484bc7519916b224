import { queryOptions } from '@tanstack/react-query'
import { problem } from '#contract/shapes.ts'
import { downloadConfig } from '#contract/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { ApiError } from '~/api/api-error.ts'
import { validateFile } from './validate-file.ts'

/** The configuration of a submission as the service reads it, row by row. For the browser only. */
export const previousConfigurationQuery = (id: number, name: string) =>
  queryOptions({
    queryKey: ['submissions', 'configuration', id],
    queryFn: async ({ signal }) => {
      const answer = await fetch(addressOf(downloadConfig, { params: { id } }), { signal }).catch(
        (error: unknown) => {
          if (signal.aborted) throw error
          throw new ApiError(0, '')
        },
      )
      if (!answer.ok) {
        const parsed = problem.safeParse(await answer.json().catch(() => undefined))
        throw new ApiError(answer.status, parsed.data?.detail ?? '')
      }
      return validateFile(new File([await answer.blob()], name), [], signal)
    },
    enabled: typeof window !== 'undefined',
    staleTime: Infinity,
  })
