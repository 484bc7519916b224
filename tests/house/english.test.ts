import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The entries of the word list in docs/style.md that a pattern can find: a text to avoid, and the one to use. */
const WORDS: readonly (readonly [avoid: RegExp, use: string])[] = [
  [/\bjudg(e|es|ed|ing|ement)\b/i, 'validate, check, review'],
  [/\bh(e|o)ld(s|ing)? against\b/i, 'compare with, validate'],
  [/\blook(s|ed|ing)? into\b/i, 'inspect'],
  [/\brefus(e|es|ed|al|ing)\b/i, 'reject'],
  [/\bturn(s|ed|ing)? away\b/i, 'reject'],
  [/\b(tells?|telling|told)\b/i, 'report, show, say, distinguish'],
  [/\bt(ake|akes|aken|aking|ook) up again\b/i, 'retry'],
  [/\banew\b/i, 'again'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, fixed'],
  [/\bstands\b(?! (for|in)\b|$)/i, 'is, has, exists, appears'],
  [/\bsign(s|ed|ing)?[ -](in|out)s?\b/i, 'log in, log out; a login, a logout'],
  [/\blog-(in|out)s?\b(?!-)/i, 'log in, log out; a login, a logout'],
  [/\b(under way|isUnderWay|at work)\b/i, 'running, in progress'],
  [/\b(a|one) row a (layer|unit|country|job)\b/i, 'one row per …'],
  [/\bwhoever\b/i, 'anyone who, the person who, caller'],
  [/\b(is|was|were) let in\b/i, 'was approved'],
  [/\bto be had\b/i, 'available'],
  [/\bright models?\b/i, 'correct model'],
  [/\bready lines\b/i, 'code snippets'],
  [/\bas it stands\b/i, 'current version, unchanged'],
  [/\bdifferences? to\b/i, 'changes from'],
  [/\bno message came\b/i, "didn't get the email?"],
  [/\bgoes on by itself\b/i, 'will continue automatically'],
]
const PATHS = [
  'README.md',
  'CHANGELOG.md',
  'src',
  'service',
  'launcher',
  'web-server',
  'common',
  'scripts',
  'bench',
  'tests',
  'docs',
]
const EXCEPT = new Set(['docs/style.md', 'tests/house/english.test.ts', 'src/routeTree.gen.ts'])
/** Names in the prose of a document, such as those of database functions. */
const CODE = /`[^`]+`/g

function wordsToAvoid(path: string, text: string): string[] {
  return text
    .split('\n')
    .map((line) => (path.endsWith('.md') ? line.replace(CODE, '') : line))
    .flatMap((line, i) =>
      WORDS.flatMap(([avoid, use]) =>
        avoid.test(line) ? [`${path}:${i + 1}: '${avoid.exec(line)![0]}'; write: ${use}`] : [],
      ),
    )
}

it('words of the style guide to avoid appear nowhere', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...PATHS], {
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

it('finds each form of a word, but not names in a document', () => {
  const found = ['a signed-in person', 'the sign-in', 'it looked into it', 'he told them', 'a log-in']
  for (const text of found) expect(wordsToAvoid('a.ts', text), text).toHaveLength(1)
  expect(wordsToAvoid('a.md', 'The function `sign-in` stands for a logged-in person.')).toEqual([])
})
