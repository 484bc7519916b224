import { expect, it } from 'vitest'
import { withoutQuotes } from '#service/domain/audit/why-rejected.ts'

it.each([
  ["Row 4: 'KEX' is not a country code.", "Row 4: '…' is not a country code."],
  ['"a b" and \'c "d"\' are not allowed.', '"…" and \'…\' are not allowed.'],
  ["The call's others are the users' own.", "The call's others are the users' own."],
  ["'it's secret' is not known.", "'…' is not known."],
  ["'secret, whose end is missing", "'…'"],
])('%s', (sentence, expected) => expect(withoutQuotes(sentence)).toBe(expected))

it('takes no longer for quotes that are not closed', () => {
  expect(withoutQuotes(`Row 4:${" 'x".repeat(400_000)}`)).toBe("Row 4: '…'")
})
