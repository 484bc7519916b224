import { describe, expect, it } from 'vitest'
import { packRows, unpackRows } from '~/lib/pack-rows.ts'

describe('packRows', () => {
  it('names the fields of a list once, and unpackRows gives the list back', () => {
    const list = {
      content: [
        { id: 1, tags: [], done: null },
        { id: 2, tags: [{ id: 7 }], done: 'yes' },
      ],
      totalElements: 2,
    }
    expect(packRows(list)).toEqual({
      content: {
        fields: ['id', 'tags', 'done'],
        rows: [
          [1, [], null],
          [2, [{ id: 7 }], 'yes'],
        ],
      },
      totalElements: 2,
    })
    expect(unpackRows(packRows(list))).toEqual(list)
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a record', { id: 1 }],
    ['an array', [{ id: 1 }]],
    ['an empty list', { content: [] }],
    ['a list of texts', { content: ['ab', 'cd'] }],
    ['a list of lists', { content: [[1], [2]] }],
    ['a list with null', { content: [{ id: 1 }, null] }],
    ['rows with different fields', { content: [{ id: 1 }, { id: 2, name: 'x' }, { name: 'y' }] }],
    ['as many, but other fields', { content: [{ id: 1 }, { name: 'y' }] }],
  ])('leaves %s as it is', (_what, data) => {
    expect(packRows(data)).toBe(data)
    expect(unpackRows(data)).toBe(data)
  })
})
