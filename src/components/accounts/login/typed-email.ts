import type { FormEvent } from 'react'

// In the memory of one browser tab; never written on the server.
let typed = ''

/** What was last typed as an email address, for the next screen of someone who is not logged in. */
export const typedEmail = () => typed

/** For `onInput` of a form. */
export function keepTypedEmail({ target }: FormEvent<HTMLFormElement>): void {
  const field = target as HTMLInputElement
  if (field.type === 'email') typed = field.value
}

export function forgetTypedEmail(): void {
  typed = ''
}
