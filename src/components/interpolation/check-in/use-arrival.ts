import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#contract/rasters/uploads.ts'
import { useAskBeforeUnload } from '~/components/form/use-ask-before-unload.ts'
import { isMissing } from '~/api/api-error.ts'
import { isUnfit } from '~/components/rasters/raster-file.ts'
import { sendInPieces } from '~/components/rasters/uploads/send-in-pieces.ts'
import { beginning, useHeldUploads } from '~/components/rasters/uploads/use-held-uploads.ts'

/** A finished upload, with the SHA-256 of the file if it was sent in this visit. */
export interface Arrived {
  upload?: string
  sha256?: string
  /** The server takes no uploads in pieces: it is sent with the call that needs it. */
  file?: File
}

export interface Arriving {
  name: string
  size: number
  /** Null: all of it arrived in an earlier visit. */
  file: File | null
  /** Where the service keeps what has arrived. */
  upload?: string
  state:
    | { kind: 'sending' | 'paused'; fraction: number }
    | { kind: 'failed'; error: unknown }
    | { kind: 'arrived'; arrived: Arrived }
}

/** One raster that is sent in pieces: it can be paused, and continued after a reload. */
export function useArrival(onArrived: (arrived: Arrived) => void) {
  const heldUploads = useHeldUploads()
  const [raster, setRaster] = useState<Arriving | null>(null)
  const [gone, setGone] = useState<readonly string[]>([])
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useAskBeforeUnload(raster?.state.kind === 'sending')

  const send = async (next: Arriving) => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const patch = (change: Partial<Arriving>) => {
      if (!signal.aborted) setRaster((now) => now && { ...now, ...change })
    }
    const arrive = (arrived: Arrived) => {
      if (signal.aborted) return
      patch({ upload: arrived.upload, state: { kind: 'arrived', arrived } })
      onArrived(arrived)
    }
    setRaster(next)
    if (next.file === null) return arrive({ upload: next.upload! })
    let begun = next.upload
    try {
      const { id, sha256 } = await sendInPieces(next.file, {
        id: next.upload,
        signal,
        onId: (upload) => {
          begun = upload
          patch({ upload })
        },
        onProgress: (fraction) => patch({ state: { kind: 'sending', fraction } }),
      })
      arrive({ upload: id, sha256 })
    } catch (error) {
      if (isMissing(error) && begun === undefined) return arrive({ file: next.file })
      patch({ state: { kind: 'failed', error } })
      if (isUnfit(error)) heldUploads.discard([begun])
    } finally {
      void heldUploads.refetch()
    }
  }
  const begin = (file: File | null, of: Upload | undefined) => {
    const { fraction, ...next } = beginning(file, of)
    void send({ ...next, state: { kind: 'sending', fraction } })
  }
  const forget = () => {
    const id = raster?.upload
    running.current?.abort()
    setRaster(null)
    if (id !== undefined) setGone((ids) => [...ids, id])
    void heldUploads.refetch()
  }

  return {
    raster,
    /** Uploads that were discarded or taken over, and are not to be offered any more. */
    gone,
    /** Sends a file; one whose upload was interrupted continues it. */
    begin: (file: File) => begin(file, heldUploads.find(file, gone)),
    /** Continues an upload of an earlier visit; without the file if all of it has arrived. */
    resume: (upload: Upload, file: File | null) => begin(file, upload),
    pause: () => {
      if (raster?.state.kind !== 'sending') return
      running.current?.abort()
      setRaster({ ...raster, state: { kind: 'paused', fraction: raster.state.fraction } })
    },
    /** Continues after a pause or a failure; what has arrived is not sent again. */
    proceed: () => {
      if (!raster) return
      const { state } = raster
      const fraction = 'fraction' in state ? state.fraction : Number(state.kind === 'arrived')
      void send({ ...raster, state: { kind: 'sending', fraction } })
    },
    /** The raster was taken over. */
    forget,
    discard: () => {
      forget()
      heldUploads.discard([raster?.upload])
    },
  }
}
