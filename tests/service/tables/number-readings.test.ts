import { describe, expect, it } from 'vitest'
import { numberCell } from '#service/tables/cells.ts'
import { numberReadings } from '#service/tables/number-readings.ts'

describe('the numbers that a text may mean', () => {
  it.each([
    ['1,250', '1250', '1.250'],
    ['-12,250', '-12250', '-12.250'],
    ['1.250', '1250', null],
    ['1,250.5', '1250.5', null],
    ['1.250,5', '1250.5', null],
    ['1,250,000', '1250000', null],
    ['1 250,75', '1250.75', null],
    ['1\u202F250', '1250', null],
    ["1'250.5", '1250.5', null],
    ['7,32315', null, '7.32315'],
    ['0,642', null, '0.642'],
    [',5', null, '.5'],
    ['1234,567', null, '1234.567'],
    ['1250', null, null],
    ['7.32', null, null],
    ['1,25,000', null, null],
    ['1,250,5', null, null],
    ['NA', null, null],
    ['', null, null],
  ])('%s', (text, thousands, decimal) => expect(numberReadings(text)).toEqual({ thousands, decimal }))
})

describe('a number with separators in a sheet', () => {
  const read = (cell: string, from: number, to: number, whole: boolean) =>
    numberCell({ from, to, whole })(cell, 'column')
  it('is never advised to become a thousandth', () => {
    expect(read('1,000', 100, 2000, true)).toEqual({
      message: "'1,000' is not a number.",
      help: 'Write 1000.',
      fix: '1000',
    })
    expect(read('1,250', 1, 2000, false)).toEqual({
      message: "'1,250' is not a number.",
      help: 'Write 1250 if the comma separates thousands, or 1.250 if it is a decimal comma.',
    })
  })
  it('has one reading within its limits', () => {
    expect(read('0,2', 0, 1, false)).toMatchObject({ help: 'Write 0.2.', fix: '0.2' })
    expect(read('0,2', 1, 5, false)).toMatchObject({ help: 'Write a number between 1 and 5.' })
    expect(read('2,5', 1, 5, true)).toMatchObject({ help: 'Write a whole number between 1 and 5.' })
  })
})
