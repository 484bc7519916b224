/** Text that is already HTML. Everything else in a template is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Content = string | number | Html | null | readonly Content[]

function textOf(content: Content): string {
  if (content === null) return ''
  if (content instanceof Html) return content.text
  if (typeof content === 'object') return content.map(textOf).join('')
  return String(content).replace(/[&<>"']/g, (character) => ESCAPES[character])
}

export const html = (parts: TemplateStringsArray, ...values: readonly Content[]): Html =>
  new Html(parts.map((part, at) => part + (at < values.length ? textOf(values[at]) : '')).join(''))

/** Text between backticks as code. */
export const withCode = (line: string) =>
  line.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
