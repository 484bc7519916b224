import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/rasters/asset-list.ts'
import type { Body } from '#contract/endpoint.ts'
import type { processAsset as endpoint } from '#contract/rasters/processed.ts'
import { ApiError, credentialsRejected, failureMessage } from '~/api/api-error.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { isUnfinished } from '~/lib/unfinished.ts'
import { assetFindingsQuery, assetQuery, processAsset } from '~/server/assets.functions.ts'

const POLL_MS = 1000

/** Continues when the form is closed; the snackbar then reports the result. */
export function useProcess() {
  const client = useQueryClient()
  const [fraction, setFraction] = useState<number | null>(null)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const process = useMutation({
    mutationFn: async (data: Body<typeof endpoint>) => {
      setFraction(null)
      const { answer, accepted } = await processAsset({ data })
      if (answer) return answer
      await refetchRasters(client)
      const asset = await untilFinished(client, accepted, setFraction)
      const { content: findings } = await client.fetchQuery(assetFindingsQuery(asset.id))
      if (asset.status === 'rejected') throw new ApiError(422, findings[0]?.message ?? '')
      return { asset, method: data.method ?? null, findings }
    },
    onSuccess: ({ asset }) => {
      if (!here.current) showSnackbar({ color: 'success', message: `${asset.name} was processed` })
    },
    onError: (error) => {
      if (!here.current && !credentialsRejected(error))
        showSnackbar({ color: 'error', message: failureMessage(error) })
    },
    onSettled: () => refetchRasters(client),
  })
  return { ...process, fraction }
}

async function untilFinished(
  client: QueryClient,
  { id }: Asset,
  onFraction: (fraction: number | null) => void,
): Promise<Asset> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- it is followed until it is finished
    const asset = await client.fetchQuery({ ...assetQuery(id), staleTime: 0, retry: 5 })
    if (!isUnfinished(asset)) return asset
    onFraction(asset.fraction)
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
