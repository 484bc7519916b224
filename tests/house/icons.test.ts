import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconNames, makeIcons } from '../../scripts/make-icons.ts'

it('the drawn icons are those that icons.tsx names (npm run icons)', () => {
  expect(readFileSync('src/components/ui/icons.svg', 'utf8')).toBe(makeIcons())
})

it('every icon is used', () => {
  const texts = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !path.endsWith('ui/icons.tsx'))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.includes("/icons.tsx'"))
  const unused = iconNames().filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
  expect(unused).toEqual([])
})
