import { useState } from 'react'

/** How much of an import form's file was sent, and the service's verdict `V` on it. */
export function useImportFile<V>() {
  const [fraction, setFraction] = useState<number | null>(null)
  const [inspected, setInspected] = useState<number | null>(null)
  const [verdict, setVerdict] = useState<V | null>(null)
  return {
    /** Null: nothing is being sent; 1: the service has it all. */
    sent: fraction,
    /** How much the service has inspected; null: not known. */
    inspected,
    setInspected,
    verdict,
    setVerdict,
    busy: fraction !== null,
    /** Shows the progress of `send` until it ends. */
    sending: async <R>(send: (onProgress: (fraction: number) => void) => Promise<R>, start = 0) => {
      setVerdict(null)
      setFraction(start)
      setInspected(null)
      try {
        return await send(setFraction)
      } finally {
        setFraction(null)
      }
    },
  }
}

/** The file of an import form; in its default values. */
export const noFile: File | null = null

/** For the form's check: the error at the field `file`, if there is none. */
export const requireFile = (file: File | null, words: string) => (file ? {} : { file: words })
