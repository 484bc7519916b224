/**
 * Writes the icons that src/components/ui names, from lucide-react: those of icons.tsx to icons.svg, those of marks.ts to
 * src/styles/marks.css. npm run icons.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MARKS } from '../src/components/ui/marks.ts'

const LIST = new URL('../src/components/ui/icons.tsx', import.meta.url)
const SPRITE = new URL('../src/components/ui/icons.svg', import.meta.url)
const STYLES = new URL('../src/styles/marks.css', import.meta.url)
const LICENCE = new URL('../node_modules/lucide-react/LICENSE', import.meta.url)

function shapesOf(name: string): string {
  const icon = (lucide as unknown as Record<string, Parameters<typeof createElement>[0]>)[name]
  if (!icon) throw new Error(`Lucide has no icon ${name}.`)
  const shapes = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  return shapes.replace(/><\/\w+>/g, '/>')
}

const symbol = (name: string) => `<symbol id="${name}" viewBox="0 0 24 24">${shapesOf(name)}</symbol>`

export const iconNames = (): string[] =>
  [...readFileSync(LIST, 'utf8').matchAll(/ icon\('(\w+)'\)/g)].map(([, name]) => name)

export function makeIcons(): string {
  const lines = [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    // A comment must not contain two hyphens in a row.
    `<!-- Icons of Lucide, https://lucide.dev; written by npm run icons.\n\n${readFileSync(LICENCE, 'utf8').trim().replaceAll(/^-+$/gm, '')}\n-->`,
    ...iconNames().map(symbol),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

const STROKE = "fill='none' stroke='black' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'"

function markRule(name: string): string {
  const shapes = shapesOf(name).replaceAll('"', "'")
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' ${STROKE}>${shapes}</svg>`
  const encoded = picture.replaceAll('<', '%3C').replaceAll('>', '%3E')
  return `[data-mark='${name}']::before {\n  --mark: url("data:image/svg+xml,${encoded}");\n}`
}

export const makeMarks = (): string =>
  `/* Icons of Lucide, ISC License (its text is in ../components/ui/icons.svg); written by npm run icons. */\n${MARKS.map(markRule).join('\n')}\n`

if (import.meta.main) {
  writeFileSync(SPRITE, makeIcons())
  writeFileSync(STYLES, makeMarks())
}
