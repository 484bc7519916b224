import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const DECISIONS = 'docs/decisions'
const MAX_WORDS = 250
const LINK = /\]\((?!https?:|mailto:|<)([^)\s]+)\)/g
const CODE = /```[\s\S]*?```|`[^`\n]*`/g

const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+\s+/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^#{1,6}\s/.test(line))
    .map(anchorOf)

function brokenLinks(path: string, text: string): string[] {
  return [...text.replace(CODE, '').matchAll(LINK)].flatMap(([, target]) => {
    const [file, anchor] = target!.split('#') as [string, string | undefined]
    const there = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)))
    if (!existsSync(there)) return [`${path}: ${target} does not exist`]
    if (anchor !== undefined && there.endsWith('.md') && !anchorsIn(there).includes(anchor))
      return [`${path}: ${target} has no such heading`]
    return []
  })
}

it('links of the documents lead to files and headings that exist', () => {
  const documents = listFiles('*.md')
  expect(documents.length).toBeGreaterThan(30)
  expect(documents.flatMap((path) => brokenLinks(path, readFileSync(path, 'utf8')))).toEqual([])
})

it('finds a file and a heading that do not exist', () => {
  const text = '[a](missing.md) [b](../README.md#what-it-does) [c](../README.md#nothing) `[d](e.md)`'
  expect(brokenLinks('docs/a.md', text)).toEqual([
    'docs/a.md: missing.md does not exist',
    'docs/a.md: ../README.md#nothing has no such heading',
  ])
})

it('decisions have at most 250 words', () => {
  const long = readdirSync(DECISIONS)
    .filter((name) => name !== 'README.md')
    .map((name) => [name, readFileSync(`${DECISIONS}/${name}`, 'utf8').trim().split(/\s+/).length] as const)
    .filter(([, words]) => words > MAX_WORDS)
  expect(long).toEqual([])
})

it('decisions that code names exist', () => {
  const index = readFileSync(`${DECISIONS}/README.md`, 'utf8')
  const numbers = new Set(readdirSync(DECISIONS).map((name) => name.split('-')[0]!))
  for (const [, former] of index.matchAll(/^\| (\d{2,3}) \|/gm)) numbers.add(former!)
  const missing = listFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', '*.md').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const files = [...text.matchAll(/docs\/decisions\/([\w-]+\.md)/g)]
      .map(([, name]) => name!)
      .filter((name) => !existsSync(`${DECISIONS}/${name}`))
    const named = [...text.matchAll(/\bdecisions? (\d{2,3})\b/gi)].map(([, number]) => number!)
    return [...files, ...named.filter((number) => !numbers.has(number))].map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})

it('tests that the matrix of requirements names exist', () => {
  const names = [...readFileSync('docs/quality.md', 'utf8').matchAll(/`([a-z][\w-]*\/[\w/-]+)`/g)].map(
    ([, name]) => name!,
  )
  expect(names.length).toBeGreaterThan(100)
  const missing = names.filter((name) =>
    ['.test.ts', '.test.tsx', '.test-d.ts', '.ts', '.tsx', ''].every(
      (end) => !existsSync(`tests/${name}${end}`),
    ),
  )
  expect(missing).toEqual([])
})
