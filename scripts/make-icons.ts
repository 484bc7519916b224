/** Writes src/components/ui/icons.svg, the icons that src/components/ui/icons.tsx names, from lucide-react: npm run icons. */
import { readFileSync, writeFileSync } from 'node:fs'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const LIST = new URL('../src/components/ui/icons.tsx', import.meta.url)
const SPRITE = new URL('../src/components/ui/icons.svg', import.meta.url)
const LICENCE = new URL('../node_modules/lucide-react/LICENSE', import.meta.url)

function symbol(name: string): string {
  const icon = (lucide as unknown as Record<string, Parameters<typeof createElement>[0]>)[name]
  if (!icon) throw new Error(`Lucide has no icon ${name}.`)
  const shapes = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/><\/\w+>/g, '/>')}</symbol>`
}

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

if (import.meta.main) writeFileSync(SPRITE, makeIcons())
