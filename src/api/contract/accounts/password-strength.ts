import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from './accounts.ts'

const STRENGTH_WORDS = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'] as const

export interface PasswordStrength {
  /** Strength from 0 (too short) to 4. */
  score: number
  word: (typeof STRENGTH_WORDS)[number]
  /** Why the service rejects it. Its length is checked elsewhere. */
  rejection?: string
}

/** Eight random characters take this many guesses; fewer are rejected. */
const LEAST_GUESSES = 1e8
const ROWS = ['sequence', 'repeat', 'spatial']
const FAIR = 1e10
const GOOD = 1e14

/**
 * The defaults would take up to 80 ms for a password made to be slow: of 64 characters at most, with look-alike
 * characters tried in ten ways, it is 10 ms.
 */
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: 64,
  l33tMaxSubstitutions: 10,
})

/** How hard a password is to guess for someone who knows these texts: the person's address and names, the product. */
export function passwordStrength(password: string, personalWords: readonly string[] = []): PasswordStrength {
  const { guesses, sequence } = estimator.check(password.normalize('NFKC'), ownWords(personalWords))
  const rejection = rejectionOf(guesses, sequence)
  const score = password.length < PASSWORD_MIN ? 0 : scoreOf(guesses, rejection)
  return { score, word: STRENGTH_WORDS[score], rejection }
}

function scoreOf(guesses: number, rejection: string | undefined): number {
  if (rejection !== undefined) return 1
  if (guesses < FAIR) return 2
  return guesses < GOOD ? 3 : 4
}

function rejectionOf(guesses: number, sequence: readonly MatchExtended[]): string | undefined {
  const others = sequence.filter(({ dictionaryName }) => dictionaryName !== 'userInputs')
  if (others.length < sequence.length && letters(others.map(({ token }) => token).join('')).length < 4)
    return 'This password is made up of your name, your email address or the name of this product.'
  if (guesses >= LEAST_GUESSES) return undefined
  if (sequence.some(({ pattern }) => pattern === 'dictionary')) return 'This password is too common.'
  if (sequence.some(({ pattern }) => ROWS.includes(pattern)))
    return 'This password is a sequence of neighbouring or repeated characters.'
  return 'This password is too easy to guess.'
}

const letters = (text: string) => text.replace(/[^\p{L}]+/gu, '')

/** `ada.lovelace@house.example` is also `ada`, `lovelace` and `house`. */
function ownWords(personalWords: readonly string[]): string[] {
  return personalWords
    .flatMap((text) => {
      const [local, domain = ''] = text.normalize('NFKC').toLowerCase().split('@')
      return [local, ...local.split(/[^\p{L}\p{N}]+/u), letters(local), ...domain.split('.').slice(0, -1)]
    })
    .filter((word) => word.length >= 3)
}
