import { expect, test } from 'vitest'
import { linkLines } from '~/components/jobs/report/files/link-lines.ts'

const url = 'https://strata.example/l/1/file'
const textFor = (tool: string, what: string, name: string) =>
  linkLines(what, name, url).find((one) => one.tool === tool)?.text

test('QGIS reads the columns of a table with their types, and its points', () => {
  expect(textFor('QGIS', 'clusters-cv', 'clusters-cv.csv')).toBe(
    `/vsicurl?empty_dir=yes&url=${url}|option:AUTODETECT_TYPE=YES|option:X_POSSIBLE_NAMES=longitude|option:Y_POSSIBLE_NAMES=latitude`,
  )
})

test('R reads pass of the admin units as TRUE and FALSE, and asks for no such column elsewhere', () => {
  expect(textFor('R', 'adm', 'adm.csv')).toBe(`adm <- read.csv("${url}", colClasses = c(pass = "logical"))`)
  expect(textFor('R', 'clusters-cv', 'clusters-cv.csv')).toBe(`clusters_cv <- read.csv("${url}")`)
})
