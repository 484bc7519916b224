import type { AppConfig } from '#config'
import { ServiceError } from '#service/service-error.ts'
import { foreign, sentence } from '#service/sentence.ts'

interface Person {
  email: string
  first_name: string
  last_name: string
}

const HELP = 'Use several unrelated words, or let a password manager create one.'

/** Rejects passwords that are easy to guess: common ones, keyboard rows, the person's and the product's own names. */
export async function validatePassword(
  password: string,
  { email, first_name, last_name }: Person,
  { brandName }: Pick<AppConfig, 'brandName'>,
  field: string,
): Promise<void> {
  // Its dictionaries take longer to load than any other part of the service, and few processes need them.
  const { passwordStrength } = await import('#contract/accounts/password-strength.ts')
  const { rejection: message } = passwordStrength(password, [email, first_name, last_name, brandName])
  if (message)
    throw new ServiceError('invalid', foreign(message, sentence`This password is easy to guess.`), {
      errors: [{ field, message, help: HELP }],
    })
}
