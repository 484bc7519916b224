import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { processAsset as endpoint } from '#contract/processed.ts'
import { credentialsRefused, failureMessage } from '~/api/api-error.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { processAsset } from '~/server/processed.functions.ts'

/** Continues when the form is closed; the snackbar then reports the result. */
export function useProcess() {
  const client = useQueryClient()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useMutation({
    mutationFn: (data: Body<typeof endpoint>) => processAsset({ data }),
    onSuccess: async ({ asset }) => {
      if (!here.current) showSnackbar({ color: 'success', message: `${asset.name} is processed` })
      await refetchRasters(client)
    },
    onError: (error) => {
      if (!here.current && !credentialsRefused(error))
        showSnackbar({ color: 'error', message: failureMessage(error) })
    },
  })
}
