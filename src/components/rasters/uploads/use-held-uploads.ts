import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Upload } from '#contract/rasters/uploads.ts'
import { discardUpload, uploadsQuery } from '~/server/uploads.functions.ts'
import { continues, type Sized } from '~/components/rasters/raster-file.ts'

/** Also while no list shows them: one that appears later must not begin with uploads that have been used. */
export const refetchUploads = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ ...uploadsQuery(), refetchType: 'all' })

/** The uploads that the service keeps until they are complete and used. */
export function useHeldUploads() {
  const client = useQueryClient()
  const refetch = () => refetchUploads(client)
  return {
    refetch,
    /** One that the file may continue, except those in `taken`. */
    find: (file: Sized, exceptions: readonly (string | undefined)[]): Upload | undefined =>
      client
        .getQueryData(uploadsQuery().queryKey)
        ?.content.find((upload) => !exceptions.includes(upload.id) && continues(file, upload)),
    /** Removes what the service keeps of these; if that fails, it expires. */
    discard: (ids: readonly (string | undefined)[]) => {
      const uploadIds = ids.filter((id) => id !== undefined)
      if (uploadIds.length === 0) return
      void Promise.allSettled(uploadIds.map((id) => discardUpload({ data: { id } }))).then(refetch)
    },
  }
}

/** What is known at first of a file to send; without the file, all of it has arrived in an earlier visit. */
export function beginning(file: File | null, upload: Upload | undefined) {
  const { name, size } = (file ?? upload)!
  return { name, size, file, upload: upload?.id, fraction: upload ? upload.offset / upload.size : 0 }
}
