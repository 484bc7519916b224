import type { JsonSchema, Operation } from './openapi-document.ts'

/** Single-quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function bodyLines(operation: Operation): string[] {
  const [media, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (media === undefined || !content.example) return []
  const fields = Object.entries(content.example as Record<string, unknown>)
  if (media === 'application/json')
    return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(content.example))}`]
  if (media === 'application/x-www-form-urlencoded')
    return fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`)
  const properties = (content.schema?.properties ?? {}) as Record<string, JsonSchema>
  return fields.flatMap(([name, value]) => {
    const schema = properties[name] ?? {}
    const isFile = ((schema.items as JsonSchema | undefined) ?? schema).contentMediaType !== undefined
    return [value].flat().map((one) => `-F ${quoted(`${name}=${isFile ? '@' : ''}${String(one)}`)}`)
  })
}

/** A command to paste; it takes $STRATA_API and, except for public calls, $STRATA_TOKEN from the shell. */
export function curlOf(method: string, path: string, operation: Operation): string {
  const example = ({ schema, example: given }: Operation['parameters'][number]) =>
    String(given ?? (Array.isArray(schema.enum) ? schema.enum[0] : 1))
  const address = operation.parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(example(one))), path)
  const query = operation.parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === 'limit'))
    .map((one) => `${one.name}=${encodeURIComponent(one.name === 'limit' ? '10' : example(one))}`)
  const sent = bodyLines(operation)
  const success = operation.responses['200']
  const contents = success && 'content' in success ? (success.content ?? {}) : {}
  return [
    'curl --fail-with-body -sS',
    ...(method === 'get' || (method === 'post' && sent.length > 0) ? [] : [`-X ${method.toUpperCase()}`]),
    ...('application/octet-stream' in contents ? ['-O -J'] : 'text/event-stream' in contents ? ['-N'] : []),
    ...(operation.security ? [] : ['-H "Authorization: Bearer $STRATA_TOKEN"']),
    ...operation.parameters
      .filter((one) => one.in === 'header')
      .map((one) => `-H ${quoted(`${one.name}: ${example(one)}`)}`),
    ...sent,
    `"$STRATA_API${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
  ].join(' \\\n  ')
}
