import { PARAMETER_EXAMPLES } from './openapi-texts.ts'

type JsonSchema = Record<string, unknown>

const FORMATS: Record<string, string> = {
  email: 'ada@example.org',
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  uri: 'https://example.org/',
  uuid: '5f0c7c1e-2f6b-4c55-9f3c-0d9f6d1c2a11',
}

function textFor({ format, minLength, maxLength }: JsonSchema): string {
  const known = FORMATS[String(format)] ?? 'some text'
  const padded = typeof minLength === 'number' ? known.padEnd(minLength, '.') : known
  return typeof maxLength === 'number' && format === undefined ? padded.slice(0, maxLength) : padded
}

/** A minimal value that satisfies a schema: required fields, one item per list. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray) as JsonSchema[] | undefined
  if (choices?.[0]) return exampleOf(choices[0], name)
  const known = PARAMETER_EXAMPLES[name]
  const { type, minimum, minItems } = schema
  if (type === 'array' && Array.isArray(schema.prefixItems))
    return (schema.prefixItems as JsonSchema[]).map((item) => exampleOf(item))
  if (type === 'array') {
    const item = exampleOf((schema.items ?? {}) as JsonSchema, name.replace(/s$/, ''))
    return Array.from({ length: typeof minItems === 'number' ? Math.max(1, minItems) : 1 }, () => item)
  }
  if (type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
    // If nothing is required, an empty body would explain nothing: show the optional fields.
    const needed = (schema.required as string[] | undefined) ?? Object.keys(properties).slice(0, 3)
    return Object.fromEntries(needed.map((key) => [key, exampleOf(properties[key] ?? {}, key)]))
  }
  if (type === 'string') return typeof known === 'string' ? known : textFor(schema)
  if (type === 'integer' || type === 'number')
    return typeof known === 'number' ? known : Math.max(1, typeof minimum === 'number' ? minimum : 1)
  return type === 'boolean' ? true : (known ?? null)
}
