import { expect, it } from 'vitest'
import { digestBody } from '#service/domain/submissions/idempotency.ts'

it('is another digest if a border between two parts has moved, a part is empty, or one is missing', () => {
  const bodies = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], ['1:a', 'bc'], ['c', 'ab']]
  expect(new Set(bodies.map(digestBody)).size).toBe(bodies.length)
})

it('is the same for text and for its bytes', () => {
  expect(digestBody(['é', 'x'])).toBe(digestBody([Buffer.from('é'), Buffer.from('x')]))
})
