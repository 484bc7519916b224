import { ServiceError } from '../../service-error.ts'

const MAX_DEPTH = 32
const DROPPED = ['__proto__', 'constructor']

const rejection = (message: string) => new ServiceError('invalid', message, { errors: [{ message }] })

function checkText(text: string): void {
  if (text.includes('\0'))
    throw rejection('The request contains a NUL character (\\u0000), which cannot be stored.')
  const noncharacter = /[\uFFFE\uFFFF]/.exec(text)?.[0]
  if (noncharacter)
    throw rejection(
      `The request contains U+${noncharacter.charCodeAt(0).toString(16).toUpperCase()}, which is not a character. Remove it.`,
    )
  if (!text.isWellFormed()) throw rejection('The request contains half a character (a lone surrogate).')
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
    if (depth > MAX_DEPTH) throw rejection(`The request is nested deeper than ${MAX_DEPTH} levels.`)
    for (const key of DROPPED) if (Object.hasOwn(value, key)) delete (value as Record<string, unknown>)[key]
    for (const [key, inner] of Object.entries(value)) {
      checkText(key)
      if (typeof inner === 'string') checkText(inner)
      else if (typeof inner === 'number' && !Number.isFinite(inner))
        throw rejection(`'${key}' must be a finite number.`)
      else left.push([inner, depth + 1])
    }
  }
  return input
}
