import { ServiceError } from '../../service-error.ts'
import { type Sentence, fixed, sentence } from '../../sentence.ts'

const MAX_DEPTH = 32
const DROPPED = ['__proto__', 'constructor']

const rejection = (message: Sentence) =>
  new ServiceError('invalid', message, { errors: [{ message: message.text }] })

function checkText(text: string): void {
  if (text.includes('\0'))
    throw rejection(sentence`The request contains a NUL character (\\u0000), which cannot be stored.`)
  const noncharacter = /[\uFFFE\uFFFF]/.exec(text)?.[0]
  if (noncharacter)
    throw rejection(
      sentence`The request contains U+${noncharacter.charCodeAt(0).toString(16).toUpperCase()}, which is not a character. Remove it.`,
    )
  if (!text.isWellFormed())
    throw rejection(sentence`The request contains half a character (a lone surrogate).`)
}

/**
 * Walks a request's input without recursion: drops keys that could reach a prototype, and rejects values that the
 * database cannot store and nesting deeper than 32 levels.
 */
export function clean<T>(input: T): T {
  if (typeof input === 'string') checkText(input)
  const left: [unknown, number][] = [[input, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, depth] = next
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    if (depth > MAX_DEPTH)
      throw rejection(sentence`The request is nested deeper than ${fixed(MAX_DEPTH)} levels.`)
    for (const key of DROPPED) if (Object.hasOwn(value, key)) delete (value as Record<string, unknown>)[key]
    for (const [key, inner] of Object.entries(value)) {
      checkText(key)
      if (typeof inner === 'string') checkText(inner)
      else if (typeof inner === 'number' && !Number.isFinite(inner))
        throw rejection(sentence`'${key}' must be a finite number.`)
      else left.push([inner, depth + 1])
    }
  }
  return input
}
