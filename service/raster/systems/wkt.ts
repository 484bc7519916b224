/** `KEYWORD["text", 1, OTHER[…]]`: well-known text of any version. */
export interface WktNode {
  keyword: string
  /** Texts and numbers, in order; words without quotes count as texts. */
  values: (string | number)[]
  nodes: WktNode[]
}

const MOST_CHARACTERS = 20_000
const MOST_DEPTH = 20
const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([A-Za-z_]\w*)|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([[\](),]))/y

/** The first definition in the text; null if it is not well-formed, too long or too deep. */
export function parseWkt(text: string): WktNode | null {
  if (text.length > MOST_CHARACTERS) return null
  TOKEN.lastIndex = 0
  const next = () => TOKEN.exec(text)
  const first = next()
  if (!first?.[2]) return null
  const open = next()
  return open?.[4] === '[' || open?.[4] === '(' ? parseNode(first[2], next, 0) : null
}

function parseNode(keyword: string, next: () => RegExpExecArray | null, depth: number): WktNode | null {
  if (depth > MOST_DEPTH) return null
  const node: WktNode = { keyword: keyword.toUpperCase(), values: [], nodes: [] }
  let word: string | null = null
  for (let token = next(); token; token = next()) {
    const [, quoted, name, number, sign] = token
    if (sign === '[' || sign === '(') {
      const inner = word === null ? null : parseNode(word, next, depth + 1)
      if (!inner) return null
      node.nodes.push(inner)
      word = null
    } else if (sign !== undefined) {
      if (word !== null) node.values.push(word)
      word = null
      if (sign !== ',') return node
    } else if (name !== undefined) word = name
    else node.values.push(quoted === undefined ? Number(number) : quoted.replaceAll('""', '"'))
  }
  return null
}

export const childOf = (node: WktNode | undefined, ...keywords: string[]): WktNode | undefined =>
  node?.nodes.find(({ keyword }) => keywords.includes(keyword))
