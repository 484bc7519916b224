import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyMutant, checkMutants, readMutants } from '../../scripts/lib/written-mutants.ts'

const root = join(import.meta.dirname, '../..')
const mutant = { name: 'one', file: 'a.ts', find: '>', replace: '>=', tests: ['b.test.ts'] }

describe('the mutants', () => {
  const mutants = readMutants(root)
  it("are 200 or more, and still apply: each one's text appears once", () => {
    expect(checkMutants(root, mutants)).toEqual([])
    expect(mutants.length).toBeGreaterThanOrEqual(200)
  })
})

describe('a mutant', () => {
  it('replaces its text exactly', () => {
    expect(applyMutant('a > b', mutant)).toBe('a >= b')
    expect(applyMutant('a > b', { ...mutant, replace: "$& $'" })).toBe("a $& $' b")
  })
  it.each(['a < b', 'a > b > c'])('that does not match %s is an error that names it', (source) => {
    expect(() => applyMutant(source, mutant)).toThrow("Mutant 'one'")
  })
  it('that changes nothing, or names a missing file, is an error', () => {
    expect(() => applyMutant('a > b', { ...mutant, replace: '>' })).toThrow("Mutant 'one' changes nothing.")
    expect(checkMutants(root, [mutant, mutant])).toEqual([
      "Mutant 'one': there is no a.ts.",
      "Mutant 'one': there is no b.test.ts.",
      "Two mutants are called 'one'.",
      "Mutant 'one': there is no a.ts.",
      "Mutant 'one': there is no b.test.ts.",
    ])
  })
})
