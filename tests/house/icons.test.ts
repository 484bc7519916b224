import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MARKS } from '../../src/components/ui/marks.ts'
import { iconNames, makeIcons, makeMarks } from '../../scripts/make-icons.ts'

it('the drawn icons are those that icons.tsx names (npm run icons)', () => {
  expect(readFileSync('src/components/ui/icons.svg', 'utf8')).toBe(makeIcons())
  expect(readFileSync('src/styles/marks.css', 'utf8')).toBe(makeMarks())
})

it('every icon is used', () => {
  const texts = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !path.endsWith('ui/icons.tsx'))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.includes("/icons.tsx'"))
  const unused = iconNames().filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
  expect(unused).toEqual([])
})

it('every mark is used', () => {
  const texts = globSync('src/**/*.tsx').map((path) => readFileSync(path, 'utf8'))
  expect(MARKS.filter((mark) => !texts.some((text) => new RegExp(`['"]${mark}['"]`).test(text)))).toEqual([])
})
