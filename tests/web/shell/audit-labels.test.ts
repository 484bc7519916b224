import { expect, test } from 'vitest'
import { formatAction, formatEntry } from '~/components/audit/audit-labels.ts'

test('a download says what was read, by the kind of its record', () => {
  expect(formatEntry({ action: 'download', record: 'submissions:5' })).toBe('Read the configuration')
  expect(formatEntry({ action: 'download', record: 'jobs:5,6' })).toBe('Download an output')
  expect(formatEntry({ action: 'download', record: 'things:5' })).toBe('Download')
  expect(formatEntry({ action: 'download', record: null })).toBe('Download')
  expect(formatEntry({ action: 'run-file', record: 'submissions:5' })).toBe(formatAction('run-file'))
})
