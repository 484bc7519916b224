import { expect, it } from 'vitest'
import { readBandSheet } from '#service/domain/bands/read-band-sheet.ts'
import { parseConfiguration } from '#service/domain/configuration/parse.ts'
import { validateTable } from '#service/domain/configuration/validate-cells.ts'

const emptied = (row: number, column: string, message: string) => ({
  severity: 'warning',
  row,
  column,
  message,
  help: 'Leave cells without a value empty.',
})

it('a missing value in a configuration is an empty cell, with one warning for each column', async () => {
  const text = [
    'iso3_code,target,source,source_wave,round,stack_name,source_date,tags,rake_to',
    'TGO,water,SIM,2024,1,tgo,NA,NA,.',
    'TGO,toilets,SIM,2024,1,tgo,2024-03-01,NA,0.5',
    'TGO,wasting,SIM,2024,1,tgo,<NA>,NA,#N/A',
  ].join('\n')
  const { drafts, findings } = validateTable(await parseConfiguration(Buffer.from(text)))
  expect(findings).toEqual([
    emptied(2, 'source_date', "'NA' counts as an empty cell, here and in 1 other row."),
    emptied(2, 'tags', "'NA' counts as an empty cell, here and in 2 other rows."),
    emptied(2, 'rake_to', "'.' counts as an empty cell, here and in 1 other row."),
  ])
  expect(drafts.map(({ sound, source_date, tags, rake_to }) => [sound, source_date, tags, rake_to])).toEqual([
    [true, null, [], null],
    [true, '2024-03-01', [], 0.5],
    [true, null, [], null],
  ])
})

it('a required cell that is missing is an error, and NA is no code of a country', async () => {
  const text = 'iso3_code,target,source,source_wave,round,stack_name\nNA,NA,SIM,2024,1,tgo\n'
  const { findings } = validateTable(await parseConfiguration(Buffer.from(text)))
  expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
    { row: 2, column: 'iso3_code', fix: 'NAM' },
    { row: 2, column: 'target', message: "The cell 'target' is empty." },
  ])
})

it('a missing value in a sheet of bands is an empty cell', async () => {
  const sheet = await readBandSheet(
    Buffer.from('name,file,unit,year,iso3_code\nrain,rain.tif,NA,2020,NAM\nsun,sun.tif,h,n/a,NA\n'),
  )
  expect(sheet.rows.map(({ cells }) => cells)).toEqual([
    { name: 'rain', file: 'rain.tif', year: '2020', iso3_code: 'NAM' },
    { name: 'sun', file: 'sun.tif', unit: 'h', iso3_code: 'NA' },
  ])
  expect(sheet.findings).toEqual([
    emptied(2, 'unit', "'NA' counts as an empty cell."),
    emptied(3, 'year', "'n/a' counts as an empty cell."),
  ])
})
