import { expect, it } from 'vitest'
import { jsonErrorIn } from '#service/tables/json-error.ts'

it.each([
  ['[{"a": 1,\n "b": [1, 2', ': it is cut off'],
  ['{"name": "To', ': it is cut off'],
  ['[1,\n2,\nNaN]', ": line 3 has 'NaN', which is no value in JSON"],
  ['{"a": 1,\n}', ": line 2 has '}' in the wrong place"],
  ["{'a': 1}", ": line 1 has ''' in the wrong place"],
  ['[1 2]', ": line 1 has '2' in the wrong place"],
  ['[1],', ": line 1 has ',' in the wrong place"],
  ['{"a" 1}', ": line 1 has '1' in the wrong place"],
  ['{"a":1]', ": line 1 has ']' in the wrong place"],
  ['["a\nb"]', `: line 1 has '"' in the wrong place`],
  ['[01]', ": line 1 has '1' in the wrong place"],
  ['', ': it is cut off'],
  ['{"a":[{},[],"\\u00e9",-1.5e3,true,null]}', ''],
])('%j', (text, error) => {
  expect(jsonErrorIn(text)).toBe(error)
  let parses = true
  try {
    JSON.parse(text)
  } catch {
    parses = false
  }
  expect(parses).toBe(error === '')
})

it('reads 50 MB in seconds, also of one string', () => {
  const long = JSON.stringify('x'.repeat(50_000_000))
  expect(jsonErrorIn(`[${long},]`)).toBe(": line 1 has ']' in the wrong place")
  const many = `[${'[1.5,-2],'.repeat(1_000_000)}`
  expect(jsonErrorIn(many)).toBe(': it is cut off')
})
