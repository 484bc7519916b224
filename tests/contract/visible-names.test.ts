import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { register, updateMe } from '#contract/accounts/accounts.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { changeBand } from '#contract/rasters/bands.ts'
import { changeCollection, createCollection } from '#contract/rasters/collections.ts'
import { changeProducts } from '#contract/interpolation/interpolation.ts'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { processAsset } from '#contract/rasters/processed.ts'
import { runAgain, runFile } from '#contract/submissions/submissions.ts'
import { everyCase } from '../support/every-case.ts'
import { importSurvey } from '#contract/surveys/surveys.ts'

const survey = { iso3_code: 'TGO', source: 'DHS', source_wave: '2013', target: 'water' }
const person = { email: 'a@b.org', first_name: 'Ada', last_name: 'Lovelace', password: 'correct horse' }

/** Where a request gives a record its name. */
const names: [string, { body: z.ZodType }, (name: string) => object][] = [
  ['collection', createCollection, (name) => ({ name, bands: ['a'] })],
  ['changed collection', changeCollection, (name) => ({ name })],
  ['changed band', changeBand, (name) => ({ name })],
  ['bands of an asset', uploadAsset, (name) => ({ band_names: [name] })],
  ['processed raster', processAsset, (name) => ({ asset_id: 1, name })],
  ['source of a survey', importSurvey, (source) => ({ ...survey, source })],
  ['wave of a survey', importSurvey, (source_wave) => ({ ...survey, source_wave })],
  ['round of a survey', importSurvey, (round) => ({ ...survey, round })],
  ['target of a survey', importSurvey, (target) => ({ ...survey, target })],
  ['first name', register, (first_name) => ({ ...person, first_name })],
  ['changed last name', updateMe, (last_name) => ({ last_name })],
  ['submission', runFile, (title) => ({ title })],
  ['submission that runs again', runAgain, (title) => ({ title })],
  ['product', changeProducts, (title) => ({ items: [{ id: 1, title }] })],
  ['checked-in raster', checkInRaster, (title) => ({ ...survey, title })],
  ['source of a checked-in raster', checkInRaster, (source) => ({ ...survey, source })],
]

describe('a name', () => {
  everyCase('has no invisible characters', names, ({ body }, about) => {
    for (const name of ['a\x01b', 'a\u202eb', '\u202e', 'nga_basic\u200b', 'a\0']) {
      const { success, error } = body.safeParse(about(name))
      expect(success, JSON.stringify(name)).toBe(false)
      expect(error!.issues[0]?.message).toBe('a name without invisible characters')
    }
  })
  everyCase('is one line', names, ({ body }, about) => {
    const { success, data } = body.safeParse(about(' Côte d’Ivoire\n2018 '))
    if (success) expect(JSON.stringify(data)).toContain('"Côte d’Ivoire 2018"')
  })
})

it('the name of a processed raster is no path', () => {
  for (const name of ['x/../y', String.raw`x\y`])
    expect(processAsset.body.safeParse({ asset_id: 1, name }).success).toBe(false)
})

it('a collection may name an old band that has invisible characters', () => {
  expect(createCollection.body.parse({ name: 'new', bands: ['old\u200b'] }).bands).toEqual(['old\u200b'])
})
