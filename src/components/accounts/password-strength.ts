import { PASSWORD_MIN } from '#contract/accounts.ts'

const words = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'] as const
export interface Strength {
  /** From 0 (too short) to 4. */
  score: number
  word: (typeof words)[number]
}

/** The most frequent entries in lists of stolen passwords. */
const guessed = [
  'password',
  'passwort',
  'qwerty',
  'azerty',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'monkey',
]

/**
 * A password's effective length for a guesser: repeats, runs (abc, 321), common words and known facts about the person
 * count as one character each. Length counts, kinds of characters do not.
 */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  const of = (score: number): Strength => ({ score, word: words[score] as Strength['word'] })
  if (password.length < PASSWORD_MIN) return of(0)
  const length = guessLength(password.toLowerCase(), known)
  if (length < 8) return of(1)
  if (length < 11) return of(2)
  return of(length < 15 ? 3 : 4)
}

function guessLength(password: string, known: readonly string[]): number {
  const parts = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const easy = [...guessed, ...parts.filter((part) => part.length > 2)]
  const left = easy.reduce((text, word) => text.replaceAll(word, '\uFFFF'), password)
  const codes = Array.from(left, (one) => one.codePointAt(0) ?? 0)
  return codes.filter((code, at) => {
    const before = codes[at - 1]
    return before === undefined || Math.abs(code - before) > 1
  }).length
}
