import { type Html, html, withCode } from './docs-html.ts'
import type { JsonSchema } from './openapi-document.ts'

const MAX_DEPTH = 6

interface Field {
  name: string
  type: string
  required: boolean
  about: string
}

const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])
const schemasOf = (value: unknown) => list(value) as JsonSchema[]

/** The alternatives of a schema, without null; most have one. */
const alternatives = (schema: JsonSchema) =>
  [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf)].filter(({ type }) => type !== 'null')
const mayBeNull = (schema: JsonSchema) =>
  [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf)].some(({ type }) => type === 'null') ||
  list(schema.type).includes('null')

/** 'text', 'list of whole number', 'one of mean, lower'. */
export function typeOf(schema: JsonSchema, depth = 0): string {
  const orNull = mayBeNull(schema) ? ' or null' : ''
  const inner = alternatives(schema)
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (inner.length > 0) return [...new Set(inner.map((one) => typeOf(one, depth)))].join(' or ') + orNull
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(String).join(', ')}${orNull}`
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'array') {
    const items = schemasOf(schema.prefixItems)
    if (items.length > 0) return `list of ${items.length}${orNull}`
    const item = schema.items as JsonSchema | undefined
    const values = Array.isArray(item?.enum) ? item.enum.map(String).join(', ') : null
    if (values !== null) return `one or several of ${values}${orNull}`
    return `list${item && depth < 3 ? ` of ${typeOf(item, depth + 1)}` : ''}${orNull}`
  }
  if (schema.contentMediaType !== undefined) return 'file'
  const words: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' }
  const known = typeof type === 'string' ? (words[type] ?? type) : 'anything'
  return (schema.format === 'date' ? 'date' : known) + orNull
}

/** Formats that have a clearer name. */
const FORMS: Readonly<Record<string, string>> = {
  '^[A-Za-z]{3}$': 'three letters',
  '^[^\\p{Cc}\\p{Cf}]*$': 'one line without invisible characters',
}

/** Limits and defaults in words; `repeated`: a list is sent by repeating its key. */
export function limitsOf(schema: JsonSchema, repeated = false): string {
  const item = schema.type === 'array' ? ((schema.items ?? {}) as JsonSchema) : schema
  const { minimum, maximum, minLength, maxLength } = item
  const safe = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  const least = safe(minimum)
  const most = safe(maximum) && maximum !== 2_147_483_647
  return [
    least && most
      ? `${String(minimum)} to ${String(maximum)}`
      : least
        ? `from ${String(minimum)}`
        : most
          ? `up to ${String(maximum)}`
          : '',
    typeof maxLength === 'number'
      ? `${typeof minLength === 'number' && minLength > 0 ? `${minLength} to ` : 'up to '}${maxLength} characters`
      : '',
    typeof item.pattern === 'string' && schema.format !== 'date' && item.pattern.length < 60
      ? (FORMS[item.pattern] ?? `of the form ${item.pattern}`)
      : '',
    schema.type === 'array' && typeof schema.maxItems === 'number'
      ? `at most ${schema.maxItems}${repeated ? ', the key repeated' : ''}`
      : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** A body's fields, including nested ones, by path: `content[].id`. */
export function fieldsOf(schema: JsonSchema, repeated = false, path = '', depth = 0): Field[] {
  if (depth > MAX_DEPTH) return []
  const inner = alternatives(schema)
  if (inner.length === 1) return fieldsOf(inner[0], repeated, path, depth + 1)
  if (schema.type === 'array' && schema.items)
    return fieldsOf(schema.items as JsonSchema, repeated, `${path}[]`, depth + 1)
  const required = list(schema.required)
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, one]) => {
    const at = path === '' ? name : `${path}.${name}`
    const about = [typeof one.description === 'string' ? one.description : '', limitsOf(one, repeated)]
      .filter(Boolean)
      .join('; ')
    return [
      { name: at, type: typeOf(one), required: required.includes(name), about },
      ...fieldsOf(one, repeated, at, depth + 1),
    ]
  })
}

/** Empty columns are omitted. On narrow screens a row becomes a block (`docs-style.ts`), hence the roles. */
export function fieldTable(fields: readonly Field[], head: string, showsRequired = true): Html {
  const withRequired = showsRequired && fields.some(({ required }) => required)
  const withAbout = fields.some(({ about }) => about !== '')
  const column = (name: string) => html`<th role="columnheader" scope="col">${name}</th>`
  const rows = fields.map(
    ({ name, type, required, about }) =>
      html`<tr role="row">
        <th role="rowheader" scope="row"><code>${name}</code></th>
        <td role="cell">${type}</td>
        ${withRequired ? html`<td role="cell">${required ? 'required' : ''}</td>` : null}
        ${withAbout ? html`<td role="cell">${withCode(about)}</td>` : null}
      </tr>`,
  )
  return html`<div class="wide" tabindex="0">
    <table role="table" class="fields">
      <thead role="rowgroup">
        <tr role="row">
          ${column(head)}${column('Type')}${withRequired ? column('Required') : null}${withAbout ? column('About') : null}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows}
      </tbody>
    </table>
  </div>`
}
