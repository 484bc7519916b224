const SPACE = /[ \t\r\n]*/y
/** Strings hold any character from U+0020 on but quotes and backslashes, which are escaped. */
const TOKEN =
  /[{}[\],:]|"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const NAME = /[A-Za-z]\w*/y

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/**
 * Where and why a text is not JSON, in words that follow 'is not valid JSON': JSON.parse names no position for most
 * errors. RFC 8259; '' if the place cannot be found.
 */
export function jsonErrorIn(text: string): string {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  const afterValue = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing')
  const read = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? ''
  }
  for (let at = 0; ;) {
    at += read(SPACE, at).length
    if (at >= text.length) return expected === 'nothing' ? '' : ': it is cut off'
    const token = read(TOKEN, at)
    const place = () => `: line ${text.slice(0, at).split('\n').length}`
    if (token === '') {
      if (text[at] === '"' && !text.includes('"', at + 1)) return ': it is cut off'
      const name = read(NAME, at).slice(0, 20)
      return `${place()} has ${name ? `'${name}', which is no value in JSON` : `'${text[at]}' in the wrong place`}`
    }
    const isValue = expected === 'value' || expected === 'value or end'
    if (isValue && (token === '{' || token === '[')) {
      open.push(token)
      expected = token === '{' ? 'key or end' : 'value or end'
    } else if (
      (token === '}' && open.at(-1) === '{' && (expected === 'key or end' || expected === 'comma or end')) ||
      (token === ']' && open.at(-1) === '[' && (expected === 'value or end' || expected === 'comma or end'))
    ) {
      open.pop()
      expected = afterValue()
    } else if (token === ':' && expected === 'colon') expected = 'value'
    else if (token === ',' && expected === 'comma or end') expected = open.at(-1) === '{' ? 'key' : 'value'
    else if (token.startsWith('"') && (expected === 'key' || expected === 'key or end')) expected = 'colon'
    else if (isValue && !'}],:'.includes(token)) expected = afterValue()
    else return `${place()} has '${token.slice(0, 20)}' in the wrong place`
    at += token.length
  }
}
