import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Asset } from '#contract/rasters/asset-list.ts'
import type { Body } from '#contract/endpoint.ts'
import type { processAsset as endpoint } from '#contract/rasters/processed.ts'
import { credentialsRejected, failureMessage } from '~/api/api-error.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { processAsset } from '~/server/assets.functions.ts'

export interface ProcessOutcome {
  assetId: number
  /** The result, which a worker makes; null: rejected. */
  asset: Asset | null
  error: string
}

/** Sends one call after the other; a raster that is rejected does not hold up the others. */
export function useProcessSeveral() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (bodies: readonly Body<typeof endpoint>[]): Promise<ProcessOutcome[]> => {
      const outcomes: ProcessOutcome[] = []
      for (const data of bodies) {
        // oxlint-disable-next-line no-await-in-loop -- in order, so that the workers start with the first
        outcomes.push(await send(data))
      }
      return outcomes
    },
    onSettled: () => refetchRasters(client),
  })
}

async function send(data: Body<typeof endpoint>): Promise<ProcessOutcome> {
  const assetId = data.asset_id
  try {
    const { answer, accepted } = await processAsset({ data })
    return { assetId, asset: answer?.asset ?? accepted ?? null, error: '' }
  } catch (error) {
    if (credentialsRejected(error)) throw error
    return { assetId, asset: null, error: failureMessage(error) }
  }
}
