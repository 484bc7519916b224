import { expect, test } from 'vitest'
import { meaningsOf } from '~/components/rasters/job-meanings.ts'

const known = {
  countries: { BEN: 'Benin', CIV: "Côte d'Ivoire", NER: 'Niger', NGA: 'Nigeria', GBR: 'United Kingdom' },
  targets: ['safe_water', 'Water_piped', 'stunting', 'benin_index'],
}

test.each([
  ['nigeria', [{ iso3_code: ['NGA'] }]],
  ['NER', [{ iso3_code: ['NER'] }]],
  ['niger', [{ iso3_code: ['NER', 'NGA'] }]],
  ['ivoire', [{ iso3_code: ['CIV'] }]],
  ['united kingdom', [{ iso3_code: ['GBR'] }]],
  // As the options are written.
  [
    'Nigeria · stunting',
    [
      { iso3_code: ['NGA'], target: ['stunting'] },
      { iso3_code: ['NGA'], data_description: 'stunting' },
    ],
  ],
  [
    'water',
    [
      { iso3_code: 'KEN', target: ['safe_water', 'Water_piped'] },
      { iso3_code: 'KEN', data_description: 'water' },
    ],
  ],
  [
    'WATER piped',
    [
      { iso3_code: 'KEN', target: ['Water_piped'] },
      { iso3_code: 'KEN', data_description: 'water piped' },
    ],
  ],
  // A country, and a part of a target.
  ['benin', [{ iso3_code: ['BEN'] }, { iso3_code: 'KEN', target: ['benin_index'] }]],
  ['second round', [{ iso3_code: 'KEN', data_description: 'second round' }]],
  // Too short for the index of descriptions, and part of no target.
  ['zq', []],
  // Each is of some country, no country has both.
  ['benin kingdom', []],
])('%s', (text, meanings) => {
  expect(meaningsOf(text, known, 'KEN')).toEqual(meanings)
})

test('without a country, a target is one of any country', () => {
  expect(meaningsOf('stunting', known)).toEqual([{ target: ['stunting'] }, { data_description: 'stunting' }])
})

test('no filter has more values than the contract allows', () => {
  const targets = Array.from({ length: 300 }, (_, i) => `target_${i}`)
  expect(meaningsOf('target', { ...known, targets })[0].target).toHaveLength(100)
})
