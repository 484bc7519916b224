import { describe, expect, test } from 'vitest'
import { type Run, runName, runNames, withoutTitle } from '#common/run-name.ts'

const run: Run = {
  id: 1,
  submission_title: 'Straight lines',
  country: 'Benin',
  target: 'stunting',
  source: 'DHS',
  source_wave: '2018',
  round: '1',
  method: 'gp',
  stack_name: 'Travel times',
  seed: 1,
  data_description: 'First look',
}
const namesOf = (...runs: Partial<Run>[]) => [
  ...runNames(runs.map((one, at) => ({ ...run, id: at + 1, ...one }))).values(),
]

describe('the name of a job', () => {
  test.each([
    ['Straight lines', 'Straight lines · Benin · stunting'],
    ['Stunting in Benin, straight lines', 'Stunting in Benin, straight lines'],
    ['BÉNIN 2018', 'BÉNIN 2018 · stunting'],
    ['Stunted in Beninese towns', 'Stunted in Beninese towns · Benin · stunting'],
    ['', 'Benin · stunting'],
  ])('of the submission ‘%s’ has what the title does not say', (submission_title, name) => {
    expect(runName({ ...run, submission_title })).toBe(name)
  })

  test('finds the words of a target in any order and notation', () => {
    const name = (target: string) => runName({ ...run, submission_title: 'Benin: water, safe', target })
    expect(name('safe_water')).toBe('Benin: water, safe')
    expect(name('safe_water_30_min')).toBe('Benin: water, safe · safe_water_30_min')
  })

  test('has what distinguishes it from the others, as little as possible', () => {
    const common = 'Straight lines · Benin · stunting'
    expect(namesOf({}, { method: 'gam' })).toEqual([`${common} · gp`, `${common} · gam`])
    expect(namesOf({}, { seed: 2 })).toEqual([`${common} · seed 1`, `${common} · seed 2`])
    expect(namesOf({}, { seed: null })).toEqual([`${common} · seed 1`, `${common} · default seed`])
    expect(namesOf({}, { seed: 2 }, { method: 'gam' }, { method: 'gam', seed: 2 })).toEqual([
      `${common} · gp · seed 1`,
      `${common} · gp · seed 2`,
      `${common} · gam · seed 1`,
      `${common} · gam · seed 2`,
    ])
    expect(namesOf({}, { method: 'gam', seed: 2 }, { target: 'wasting', seed: 3 })).toEqual([
      `${common} · gp`,
      `${common} · gam`,
      'Straight lines · Benin · wasting',
    ])
  })

  test.each<[Partial<Run>, string, string]>([
    [{ stack_version: 2 }, 'Travel times', 'Travel times, version 2'],
    [{ rake_to: 0.32 }, 'not raked', 'raked to 32\u202f%'],
    [{ rake_to: 0.000_123_4 }, 'not raked', 'raked to 0.01234\u202f%'],
    [{ raked_units: 1 }, 'not raked', '1 unit raked'],
    [{ raked_units: 3 }, 'not raked', '3 units raked'],
    [{ source_wave: '2022' }, 'DHS 2018, round 1', 'DHS 2022, round 1'],
    [{ data_description: 'Second look' }, 'First look', 'Second look'],
    [{}, 'job 1', 'job 2'],
  ])('with %o of another', (other, own, second) => {
    const common = 'Straight lines · Benin · stunting'
    expect(namesOf({}, other)).toEqual([`${common} · ${own}`, `${common} · ${second}`])
  })

  test('has its id where two of three are the same in everything', () => {
    const common = 'Straight lines · Benin · stunting'
    expect(namesOf({}, { seed: 2 }, { seed: 2 })).toEqual([
      `${common} · seed 1`,
      `${common} · seed 2 · job 2`,
      `${common} · seed 2 · job 3`,
    ])
  })

  test('is without the title where that is there already', () => {
    expect([...runNames([run, { ...run, id: 2, seed: 2 }].map(withoutTitle)).values()]).toEqual([
      'Benin · stunting · seed 1',
      'Benin · stunting · seed 2',
    ])
  })
})
