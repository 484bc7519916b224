import type { JobMethods, MethodsBlock, MethodsItem } from '#contract/jobs/job-methods.ts'
import { GATHER_PARTS } from '#contract/jobs/job-methods.ts'

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --muted: #57606a; --line: #d0d7de; --sunk: #f6f8fa; --gap: #fff8e5; --mark: #9a6700; --back: #fff }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --muted: #9da7b1; --line: #3d444d; --sunk: #1c2128; --gap: #2e2a1f; --mark: #e3b341; --back: #0d1117 } }
@media print { :root { color-scheme: light; --text: #000; --muted: #444; --line: #bbb; --sunk: #f6f8fa; --gap: #fff8e5; --mark: #7a5200; --back: #fff } }
@page { size: A4; margin: 18mm 16mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem 1rem; color: var(--text); background: var(--back); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { margin-top: 2rem; border-bottom: 1px solid var(--line) } h3 { margin: 1.5rem 0 .5rem }
h2, h3, caption { break-after: avoid } tr, dl > div, pre, .gap { break-inside: avoid }
.key, .muted { color: var(--muted) } pre, .key { font: 13px/1.6 ui-monospace, monospace }
pre { padding: .75rem; background: var(--sunk); white-space: pre-wrap; overflow-wrap: normal }
table { width: 100%; border-collapse: collapse; font-size: 13px } .wide { overflow-x: auto; margin: .75rem 0 }
caption { text-align: left; color: var(--muted) } th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal }
th { white-space: nowrap } td:last-child { min-width: 11rem; overflow-wrap: anywhere }
dl > div { display: flex; gap: 1rem; padding: .2rem 0; border-bottom: 1px solid var(--line) } dt { flex: 0 0 11rem; color: var(--muted) } dd { margin: 0; min-width: 0 }
.gap { padding: .5rem .75rem; border-left: 3px solid var(--mark); background: var(--gap) }
`

/** One page that opens without the program, on paper too. All texts are escaped: many are what people typed. */
export function methodsPage({ title, job_key, simulated, items }: JobMethods): string {
  const gaps = items.filter(({ blocks }) => blocks.some(({ kind }) => kind === 'gap')).length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(`Methods, data and limits: ${title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Methods, data and limits</h1>
<p>${escape(title)}<br><span class="key">${escape(job_key)}</span></p>
${simulated ? '<p class="gap"><strong>Simulated survey.</strong> Its figures describe no real people.</p>' : ''}
<p class="muted">After the 18 items of GATHER, Guidelines for Accurate and Transparent Health Estimates Reporting (Stevens et al. 2016, Lancet 388: e19–e23). ${gaps === 0 ? 'No item has a gap.' : `Gaps are marked: ${gaps} of ${items.length} items have one.`}</p>
</header>
<main>
${GATHER_PARTS.map(
  (part) =>
    `<h2>${part}</h2>\n${items
      .filter((item) => item.part === part)
      .map(itemHtml)
      .join('\n')}`,
).join('\n')}
</main>
</body>
</html>
`
}

const itemHtml = ({ number, title, blocks }: MethodsItem) =>
  `<section id="item-${number}">\n<h3>${number}. ${escape(title)}</h3>\n${blocks.map(blockHtml).join('\n')}\n</section>`

function blockHtml(block: MethodsBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p>${lines(block.text)}</p>`
    case 'gap':
      return `<p class="gap"><strong>Gap:</strong> ${lines(block.text)}</p>`
    case 'formula':
      return `<pre>${escape(block.text)}</pre>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${lines(item)}</li>`).join('')}</ul>`
    case 'facts':
      return `<dl>${block.rows.map(({ label, value }) => `<div><dt>${escape(label)}</dt><dd>${linked(value)}</dd></div>`).join('')}</dl>`
    case 'table':
      return tableHtml(block)
  }
}

function tableHtml({ caption, columns, rows }: Extract<MethodsBlock, { kind: 'table' }>): string {
  const head = columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('')
  const body = rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`)
    .join('\n')
  return `<div class="wide"><table><caption>${escape(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (words: string) => words.replace(/[&<>"']/g, (character) => ENTITIES[character])
const lines = (words: string) => escape(words).replace(/\r?\n/g, '<br>')
const linked = (words: string) =>
  /^https?:\/\/\S+$/.test(words)
    ? `<a href="${escape(words)}" rel="noreferrer">${escape(words)}</a>`
    : lines(words)
