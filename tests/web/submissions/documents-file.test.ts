// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#config'

const folder = mkdtempSync(join(tmpdir(), 'strata-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'documents.json')
const load = (content: unknown) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return loadConfig({ DOCUMENTS_FILE: file }).documents
}
const own = { title: 'Handbook', url: 'https://wiki.example/handbook', description: 'How we work' }

test('uses the four specified documents by default', () => {
  const { documents } = loadConfig({})
  expect(documents.map(({ title }) => title)).toEqual([
    'Knowledge Base',
    'Glossary',
    'Colleague Bios',
    'Reading Suggestions',
  ])
  for (const { description } of documents) expect(description).not.toBe('')
})

test("the setting names a file with the organisation's own, or with none", () => {
  expect(load([own, { ...own, title: ' Glossary ' }])).toEqual([own, { ...own, title: 'Glossary' }])
  expect(load([])).toEqual([])
})

test.each([
  ['{', /is not valid JSON/],
  [{ documents: [own] }, /expected array/i],
  [[{ ...own, url: 'javascript:alert(1)' }], /an address that begins with http.*\n.*at \[0\]\.url/],
  [[{ ...own, url: 'wiki' }], /\[0\]\.url/],
  [[own, { title: 'No address', description: 'x' }], /\[1\]\.url/],
  [[{ ...own, title: ' ' }], /\[0\]\.title/],
  [[{ ...own, icon: 'x' }], /icon/],
  [Array.from({ length: 51 }, () => own), /<=50|50/],
])('an invalid file stops the start and shows where: %j', (content, message) => {
  expect(() => load(content)).toThrow(message)
  expect(() => load(content)).toThrow(/DOCUMENTS_FILE.*documents\.json/)
})

test('a missing file stops the start', () => {
  expect(() => loadConfig({ DOCUMENTS_FILE: join(folder, 'none.json') })).toThrow(/none\.json cannot be read/)
})
