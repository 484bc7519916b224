import type { AppConfig } from '#config'
import { ServiceError } from '../../service-error.ts'
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts'

interface Person {
  email: string
  first_name: string
  last_name: string
}

const HELP = 'Use several unrelated words, or let a password manager create one.'

/** Reads `P@ssw0rd` as `password`. */
const LOOKS_LIKE: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'l',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const readable = (text: string) => text.replace(/[@431!0$57]/g, (sign) => LOOKS_LIKE[sign])
const letters = (text: string) => text.replace(/[^\p{L}]+/gu, '')

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
]
const RUNS = ROWS.flatMap((row) => [row, row.split('').reverse().join('')])

/** The rest, after runs of neighbours (`abcd`, `4321`, `qwer`) and repeats (`aaa`) count as one character each. */
function withoutRuns(text: string): string {
  let left = ''
  for (let at = 0; at < text.length;) {
    let length = 1
    while (text[at + length] === text[at]) length++
    if (length === 1)
      while (at + length < text.length && RUNS.some((row) => row.includes(text.slice(at, at + length + 1))))
        length++
    left += text[at]
    at += length >= 3 ? length : 1
  }
  return left
}

const isRepeated = (text: string) => /^(.{1,4}?)\1+$/u.test(text)

/** Words associated with the person or the organisation: the brand, parts of the address and of the name. */
function ownWords(person: Person, brandName: string): string[] {
  const [local = '', domain = ''] = plain(person.email).split('@')
  const parts = [local, ...local.split(/[^\p{L}\p{N}]+/u), ...domain.split('.').slice(0, -1)]
  return [...parts, plain(person.first_name), plain(person.last_name), plain(brandName)]
    .flatMap((word) => [word, letters(word)])
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
}

function fault(password: string, person: Person, brandName: string): string | undefined {
  const text = plain(password)
  // Symbols at the ends are decoration; symbols between letters stand for letters.
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const forms = [text, readable(text), readable(core)]
  for (const form of forms) {
    const rest = ownWords(person, brandName).reduce((left, word) => left.replaceAll(word, ''), form)
    if (rest.length < form.length && letters(rest).length < 4)
      return 'This password is made of your name, your email address or the name of this product.'
  }
  if (forms.some((form) => COMMON_PASSWORDS.has(form) || COMMON_WORDS.has(letters(form))))
    return 'This password is among those that are tried first.'
  if (isRepeated(text) || [text, text.replace(/(.)\1+/gu, '$1')].some((form) => withoutRuns(form).length < 5))
    return 'This password is a row of neighbouring or repeated characters.'
  return undefined
}

/** Rejects passwords that are easy to guess: common ones, keyboard rows, the person's and the product's own names. */
export function validatePassword(
  password: string,
  person: Person,
  { brandName }: Pick<AppConfig, 'brandName'>,
  field: string,
): void {
  const message = fault(password, person, brandName)
  if (message) throw new ServiceError('invalid', message, { errors: [{ field, message, help: HELP }] })
}
