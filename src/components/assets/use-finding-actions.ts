import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { changeBand } from '~/server/bands.functions.ts'
import { acceptAssetFinding, assetFindingsQuery, withdrawAssetFinding } from '~/server/assets.functions.ts'

interface Which {
  code: string
  band: number | null
}

/** Accepts a warning about an asset, or withdraws that; the findings show it. */
export function useFindingActions(id: number) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: assetFindingsQuery(id).queryKey })
  const accept = useMutation({
    mutationFn: (body: Which & { reason: string }) => acceptAssetFinding({ data: { id, ...body } }),
    onSuccess: async (answer) => {
      showSuccess(answer)
      await refetch()
    },
  })
  const withdraw = useMutation({
    mutationFn: (body: Which) => withdrawAssetFinding({ data: { id, ...body } }),
    onSuccess: async (answer) => {
      showSuccess(answer)
      await refetch()
    },
    onError: showFailure,
  })
  /** Whether a band holds classes; quantities need no new overviews. */
  const declare = useMutation({
    mutationFn: (band: { id: number; categorical: boolean }) => changeBand({ data: band }),
    onSuccess: async (_, { categorical }) => {
      const message = categorical
        ? 'The overviews are being rebuilt for classes.'
        : 'The band holds quantities.'
      showSnackbar({ color: 'success', message })
      await refetchRasters(client)
    },
    onError: showFailure,
  })
  return { accept, withdraw, declare }
}
