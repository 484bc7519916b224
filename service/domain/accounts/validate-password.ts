import type { AppConfig } from '#config'
import { passwordStrength } from '#contract/password-strength.ts'
import { ServiceError } from '../../service-error.ts'

interface Person {
  email: string
  first_name: string
  last_name: string
}

const HELP = 'Use several unrelated words, or let a password manager create one.'

/** Rejects passwords that are easy to guess: common ones, keyboard rows, the person's and the product's own names. */
export function validatePassword(
  password: string,
  { email, first_name, last_name }: Person,
  { brandName }: Pick<AppConfig, 'brandName'>,
  field: string,
): void {
  const { rejection: message } = passwordStrength(password, [email, first_name, last_name, brandName])
  if (message) throw new ServiceError('invalid', message, { errors: [{ field, message, help: HELP }] })
}
