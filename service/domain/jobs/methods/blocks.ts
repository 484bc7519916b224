import type { MethodsBlock } from '#contract/jobs/job-methods.ts'

export const text = (words: string): MethodsBlock => ({ kind: 'text', text: words })
export const gap = (words: string): MethodsBlock => ({ kind: 'gap', text: words })
export const formula = (...lines: string[]): MethodsBlock => ({ kind: 'formula', text: lines.join('\n') })

/** Nothing for an empty list. */
export const list = (items: readonly string[]): MethodsBlock[] =>
  items.length === 0 ? [] : [{ kind: 'list', items: [...items] }]

/** Rows without a value are left out. */
export function facts(
  rows: readonly (readonly [label: string, value: string | null | undefined])[],
): MethodsBlock[] {
  const entries = rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))
  return entries.length === 0 ? [] : [{ kind: 'facts', rows: entries }]
}

export const table = (
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): MethodsBlock[] =>
  rows.length === 0
    ? []
    : [{ kind: 'table', caption, columns: [...columns], rows: rows.map((row) => [...row]) }]
