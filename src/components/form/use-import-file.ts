import { useState } from 'react'

/** The file of an import form: what was chosen, how much of it was sent, and the service's verdict `V` on it. */
export function useImportFile<V>() {
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState<string>()
  const [sent, setSent] = useState<number | null>(null)
  const [verdict, setVerdict] = useState<V | null>(null)
  return {
    file,
    /** Null: nothing is being sent; 1: the service has it all. */
    sent,
    verdict,
    setVerdict,
    busy: sent !== null,
    error: file ? undefined : missing,
    /** For the next try: shows these words at the file until there is one; none: it is not needed. */
    require: (words: string | undefined) => {
      setMissing(words)
      setVerdict(null)
    },
    choose: (chosen: File | null) => {
      setFile(chosen)
      setVerdict(null)
    },
    /** Shows the progress of `send` until it ends. */
    sending: async (send: (onProgress: (fraction: number) => void) => Promise<void>, start = 0) => {
      setVerdict(null)
      setSent(start)
      try {
        await send(setSent)
      } finally {
        setSent(null)
      }
    },
  }
}
