import { call } from '~/api/call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Body } from '#contract/endpoint.ts'
import { runAgain } from '#contract/submissions/submissions.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { newIdempotencyKey } from '~/components/submissions/new/configuration-file.ts'
import { formatLayers } from '~/components/submissions/new/format-layers.ts'
import { PROXY_PATH } from '~/api/address.ts'

type RunAgainRequest = Omit<Body<typeof runAgain>, 'only_failed' | 'only_unfinished' | 'improves'> &
  Partial<Pick<Body<typeof runAgain>, 'only_failed' | 'only_unfinished' | 'improves'>>

/**
 * Queues a submission again through the streaming proxy and opens the new one. Sending twice creates one submission.
 */
export function useRunAgain(id: number, onError?: (error: unknown) => void) {
  const router = useRouter()
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  return useMutation({
    mutationFn: async (request: RunAgainRequest) => {
      const body = runAgain.body.parse(request)
      const text = JSON.stringify(body)
      const key = keys.current.get(text) ?? newIdempotencyKey()
      keys.current.set(text, key)
      return call(
        runAgain,
        { params: { id }, body },
        { baseUrl: new URL(PROXY_PATH, location.origin).href, headers: { 'idempotency-key': key } },
      )
    },
    onSuccess: (submission) => {
      void client.invalidateQueries({ queryKey: ['submissions'] })
      void client.invalidateQueries({ queryKey: ['jobs'] })
      // Projects count their submissions.
      void client.invalidateQueries({ queryKey: ['projects'] })
      showSnackbar({ color: 'success', message: `Submitted ${formatLayers(submission.layers)}` })
      void router.navigate({ to: '/modeling/submission/$id', params: { id: String(submission.id) } })
    },
    onError,
  })
}
