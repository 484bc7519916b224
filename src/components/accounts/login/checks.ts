import { PASSWORD_MAX, PASSWORD_MIN, emailAddress } from '#contract/accounts/accounts.ts'

export const nameCheck = (what: string) => (value: string) => {
  const length = value.trim().length
  if (length === 0) return `Enter your ${what}.`
  return length > 100 ? `Your ${what} can have at most 100 characters.` : undefined
}

export function emailCheck(value: string): string | undefined {
  if (value.trim() === '') return 'Enter your email address.'
  return emailAddress.safeParse(value).success ? undefined : 'Enter an email address such as ada@example.org.'
}

export function newPasswordCheck(value: string): string | undefined {
  if (value === '') return 'Enter a new password.'
  if (value.length < PASSWORD_MIN) return `The password needs at least ${PASSWORD_MIN} characters.`
  return value.length > PASSWORD_MAX ? `The password can have at most ${PASSWORD_MAX} characters.` : undefined
}

export const currentPasswordCheck = (value: string) =>
  value === '' ? 'Enter your current password.' : undefined

/** What is wrong, by field, as `useContractForm` takes it. */
export function failedChecks<V extends object>(
  values: V,
  checks: { readonly [N in keyof V]?: (value: V[N]) => string | undefined },
): Record<string, string> {
  const failed: Record<string, string> = {}
  for (const name of Object.keys(checks) as (keyof V & string)[]) {
    const message = checks[name]?.(values[name])
    if (message !== undefined) failed[name] = message
  }
  return failed
}
