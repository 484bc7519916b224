import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Unambiguous entries of the word list in docs/style.md: a text to avoid, and the one to use. */
const WORDS: readonly (readonly [avoid: RegExp, use: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\bmend(ed|ing)?\b/i, 'fix, fixed'],
  [/\ba row a (layer|unit|country|job)\b/i, 'one row per …'],
  [/\bto be had\b/i, 'available'],
  [/\blooks? into\b/i, 'inspect'],
  [/\bheld against\b/i, 'compared with, validated'],
  [/\b(is|was|were) let in\b/i, 'was approved'],
  [/\bstands twice\b/i, 'appears twice'],
  [/\bready lines\b/i, 'code snippets'],
  [/\bgoes on by itself\b/i, 'will continue automatically'],
  [/\bas it stands\b/i, 'current version, unchanged'],
]
const FOLDERS = ['src', 'service', 'launcher', 'web-server', 'servers', 'scripts', 'bench', 'tests', 'docs']
const EXCEPT = new Set(['docs/style.md', 'tests/house/english.test.ts', 'src/routeTree.gen.ts'])

function wordsToAvoid(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      WORDS.flatMap(([avoid, use]) =>
        avoid.test(line) ? [`${path}:${i + 1}: '${avoid.exec(line)![0]}'; write: ${use}`] : [],
      ),
    )
}

it('words of the style guide to avoid appear nowhere', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...FOLDERS], {
    encoding: 'utf8',
  })
  const files = listed
    .split('\n')
    .filter(
      (path) => /\.(ts|tsx|mjs|md|css)$/.test(path) && !path.includes('/fixtures/') && !EXCEPT.has(path),
    )
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((path) => wordsToAvoid(path, readFileSync(path, 'utf8')))).toEqual([])
})

it('names the file, the line and the word to use', () => {
  expect(wordsToAvoid('a.ts', 'const a = 1\n// Try anew.')).toEqual(["a.ts:2: 'anew'; write: again"])
})
