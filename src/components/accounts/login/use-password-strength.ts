import { useDeferredValue, useEffect, useState } from 'react'
import type { PasswordStrength, passwordStrength } from '#contract/accounts/password-strength.ts'

/** The estimator and its dictionary weigh more than a screen, so they are loaded at the first character. */
export function usePasswordStrength(
  password: string,
  personalWords: readonly string[],
): PasswordStrength | undefined {
  const [estimate, setEstimate] = useState<typeof passwordStrength>()
  const isWanted = password !== ''
  useEffect(() => {
    if (!isWanted) return
    import('#contract/accounts/password-strength.ts').then(
      (module) => setEstimate(() => module.passwordStrength),
      // Offline: nothing is shown, and the service decides.
      () => {},
    )
  }, [isWanted])
  const typed = useDeferredValue(password)
  return typed === '' ? undefined : estimate?.(typed, personalWords)
}
