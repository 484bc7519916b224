import { expect, test } from 'vitest'
import { actionInWords, entryInWords } from '~/components/audit/audit-words.ts'

test('a download says what was read, by the kind of its record', () => {
  expect(entryInWords({ action: 'download', record: 'submissions:5' })).toBe('Read the configuration')
  expect(entryInWords({ action: 'download', record: 'jobs:5,6' })).toBe('Download an output')
  expect(entryInWords({ action: 'download', record: 'things:5' })).toBe('Download')
  expect(entryInWords({ action: 'download', record: null })).toBe('Download')
  expect(entryInWords({ action: 'run-file', record: 'submissions:5' })).toBe(actionInWords('run-file'))
})
