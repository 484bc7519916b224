import { useState } from 'react'
import { credentialsRefused } from '~/api/api-error.ts'
import { rejectionOf } from './checks.ts'

interface Rejectable {
  setErrorMap: (map: { onDynamic: { fields: Record<string, string | undefined> } }) => void
}

/** Sends a form; what the service rejects comes to its fields, and what belongs to none of them to `others`. */
export function useSend(names: readonly string[]) {
  const [others, setOthers] = useState<readonly string[]>([])
  return {
    others,
    send: async (form: unknown, work: () => Promise<unknown>) => {
      setOthers([])
      try {
        await work()
      } catch (error) {
        // The log-out follows by itself.
        if (credentialsRefused(error)) return
        const rejection = rejectionOf(error, names)
        setOthers(rejection.others)
        if (Object.keys(rejection.fields).length > 0)
          (form as Rejectable).setErrorMap({ onDynamic: { fields: rejection.fields } })
      }
    },
  }
}
