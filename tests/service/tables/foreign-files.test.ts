import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBandSheet } from '#service/domain/bands/read-band-sheet.ts'
import { parseConfiguration } from '#service/domain/configuration/parse.ts'
import { unpackPoints } from '#service/domain/surveys/points/points-table.ts'
import { parsePoints } from '#service/domain/surveys/points/read-points.ts'
import { points } from '../../fixtures/configuration/country-folder.ts'

/** Every door for tables, each of which reads with the same reader. */
const DOORS: Record<string, (content: Buffer) => Promise<unknown>> = {
  "The points file 'p.csv'": (content) => parsePoints(content, 'p.csv'),
  'The configuration': (content) => parseConfiguration(content),
  'The sheet': (content) => readBandSheet(content),
}
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => error.message,
  )
const expectAtEveryDoor = async (content: Buffer, rest: string | RegExp) => {
  for (const [what, read] of Object.entries(DOORS)) {
    const message = await messageOf(read(content))
    if (typeof rest === 'string') expect(message).toBe(`${what} ${rest}`)
    else {
      expect(message.slice(0, what.length)).toBe(what)
      expect(message.slice(what.length)).toMatch(rest)
    }
  }
}

const latin = (text: string) => Buffer.from(text, 'latin1')
/** One part, stored; enough of an archive to be recognised. */
const zip = (name: string, content = '') => latin(`PK\x03\x04${'\0'.repeat(26)}${name}${content}PK\x05\x06`)
const dbase = () => {
  const file = Buffer.alloc(100)
  file.set([0x03, 126, 5, 1])
  file.writeUInt16LE(65, 8)
  file[64] = 0x0d
  return file
}

describe('files of other programs', () => {
  it.each<[string, Buffer, RegExp]>([
    ['SPSS', latin('$FL2@(#) SPSS DATA FILE'), /^ is an SPSS file; .*haven::read_sav/],
    ['SPSS, compressed', latin('$FL3@(#)'), /^ is an SPSS file; /],
    ['SAS', latin(`${'\0'.repeat(12)}\xC2\xEA\x81\x60\xB3\x14`), /^ is a SAS file; .*haven::read_sas/],
    ['SAS transport', latin('HEADER RECORD*******LIBRARY'), /^ is a SAS transport file; .*read_xpt/],
    [
      'Excel 97',
      latin('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
      /^ is an old \.xls workbook or protected .*'CSV UTF-8'/,
    ],
    ['RData', gzipSync('RDX3\nX\n\0\0\0\x03'), /^ is an R data file; .*write\.csv/],
    ['RDS', gzipSync(latin('X\n\0\0\0\x03')), /^ is an R data file; /],
    ['R in ASCII', latin('RDA3\nA\n3\n'), /^ is an R data file; /],
    ['Parquet', latin('PAR1\x15\x04'), /^ is a Parquet file; .*arrow::read_parquet/],
    ['Feather', latin('ARROW1\0\0'), /^ is an Arrow file; /],
    ['MATLAB', latin('MATLAB 5.0 MAT-file'), /^ is a MATLAB or HDF5 file; /],
    ['GeoPackage', latin('SQLite format 3\0'), /^ is a SQLite or GeoPackage file; .*ogr2ogr -f CSV/],
    ['a shapefile', latin('\0\0\x27\x0A\0\0'), /^ is a shapefile; .*ogr2ogr -f CSV/],
    ['a table of a shapefile', dbase(), /^ is a dBase table; .*ogr2ogr -f CSV/],
    ['PDF', latin('%PDF-1.7'), /^ is a PDF; /],
    ['rich text', latin('{\\rtf1\\ansi'), /^ is rich text; save it as plain text\.$/],
    ['a page', latin('\n<!DOCTYPE html><html>'), /^ is a web page; .*login page/],
    ['XML', latin('\xEF\xBB\xBF<?xml version="1.0"?>'), /^ is XML; open it in a spreadsheet/],
    ['zip', zip('points.csv', 'a,b'), /^ is a zip archive; unpack it, and send the file inside\.$/],
    [
      'OpenDocument',
      zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
      /^ is an OpenDocument file; /,
    ],
    ['Word', zip('[Content_Types].xml', 'word/document.xml'), /^ is a Word document; /],
    ['gzip', gzipSync('a,b\n1,2\n'), /^ is packed with gzip; unpack it/],
    ['bzip2', latin('BZh91AY'), /^ is packed with bzip2; /],
    ['xz', latin('\xFD7zXZ\0'), /^ is packed with xz; /],
    ['7-Zip', latin('7z\xBC\xAF\x27\x1C'), /^ is an archive; /],
  ])('are named, with how to convert them: %s', (_what, content, rest) => expectAtEveryDoor(content, rest))
  it('that are packed only seem to be from R if they begin so', async () => {
    await expectAtEveryDoor(
      Buffer.concat([latin('\x1F\x8B'), deflateRawSync('RDX3\n')]),
      /^ is packed with gzip/,
    )
  })
  it('may be unknown', () =>
    expectAtEveryDoor(latin('\x89PNG\r\n\0'), / is neither a workbook nor text; send a \.\w+/))
  it('inside a workbook do not matter', async () => {
    const workbook = zip('[Content_Types].xml', 'xl/workbook.xml word/document.xml')
    expect(await messageOf(parsePoints(workbook, 'p.csv'))).toMatch(/^The workbook is damaged/)
    expect(await messageOf(parseConfiguration(workbook))).toMatch(/^The workbook is damaged/)
  })
  it.each([latin('<stata_dta><header>'), latin('\x72\x02\x01\0\x09\0')])(
    'of Stata are read as points, and named elsewhere: %#',
    async (content) => {
      expect(await messageOf(parsePoints(content, 'p.csv'))).toMatch(/Stata file/)
      for (const read of [parseConfiguration, readBandSheet])
        expect(await messageOf(read(content))).toMatch(
          / is a Stata file; .*export delimited.*haven::read_dta/,
        )
    },
  )
  it('may be JSON with points', async () => {
    expect(await messageOf(parsePoints(Buffer.from('{"type":"FeatureCollection"}'), 'p.csv'))).toMatch(
      /^The points file 'p\.csv' is JSON, not a CSV text; convert GeoJSON with ogr2ogr -f CSV/,
    )
  })
})

const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('text', () => {
  it.each([false, true])('may be UTF-16 with a byte order mark (big-endian: %s)', async (big) => {
    const text = points(60).replaceAll('\n', ',é—😀\n').replace('é—😀', 'place')
    const table = unpackPoints(await parsePoints(utf16(`\uFEFF${text}`, big), 'p.csv'))
    expect(table.header).toEqual(text.split('\n')[0]!.split(','))
    expect(table.rows).toHaveLength(60)
    expect(table.column(6)[59]).toBe('é—😀')
    const csv = utf16('\uFEFFiso3_code,target\nTGO,water\n', big)
    expect((await parseConfiguration(csv)).rows).toEqual([
      { row: 2, cells: { iso3_code: 'TGO', target: 'water' } },
    ])
    const json = utf16('\uFEFF[{"iso3_code":"TGO"}]', big)
    expect(await parseConfiguration(json)).toMatchObject({
      format: 'json',
      rows: [{ cells: { iso3_code: 'TGO' } }],
    })
    const sheet = utf16('\uFEFFname\tfile\nrain\train.tif\n', big)
    expect((await readBandSheet(sheet)).columns).toEqual(['name', 'file'])
  })
  it.each([false, true])('is UTF-16 without a mark: one sentence (big-endian: %s)', (big) =>
    expectAtEveryDoor(
      utf16('name,target\nä,b\n'.repeat(20), big),
      "is UTF-16 text without a byte order mark; save it as 'CSV UTF-8' and send it again.",
    ),
  )
  it.each<[string, Buffer, string]>([
    ['cut off', utf16('\uFEFFa,b\n1,2\n', false).subarray(0, -1), 'is damaged UTF-16 text'],
    ['with half a character', utf16('\uFEFFa,b\nx\uD83D,2\n', false), 'is damaged UTF-16 text'],
    ['with zero bytes', latin(`${'a,b\n'.repeat(2000)}1,\0\n`), 'is not text'],
    ['with zero characters', utf16('\uFEFFa,b\n1,\0\n', true), 'is not text'],
  ])('is rejected %s', (_what, content, fault) =>
    expectAtEveryDoor(content, `${fault}; save it as 'CSV UTF-8' and send it again.`),
  )
  it('in another encoding is rejected; that of a points file can be chosen', () =>
    expectAtEveryDoor(
      latin('a,b\n\xE9,2\n'),
      /^ is not UTF-8 text; (import it with its encoding, usually windows-1252, or )?save it as 'CSV UTF-8' and send it again\.$/,
    ))
})

describe('the layout of a table', () => {
  const table = (separator: string) =>
    ['name', 'file', 'unit', 'year'].join(separator) +
    '\n' +
    ['rain', 'rain.tif', 'mm', '2020'].join(separator) +
    '\n'
  it('may have pipes', async () => {
    expect((await readBandSheet(Buffer.from(table('|')))).columns).toEqual(['name', 'file', 'unit', 'year'])
    const { header } = unpackPoints(await parsePoints(Buffer.from(points(60).replaceAll(',', '|')), 'p.csv'))
    expect(header).toEqual(['cluster', 'longitude', 'latitude', 'numerator', 'denominator', 'weight'])
  })
  it.each([
    ['  ', 'spaces'],
    ['^', "'^'"],
    ['~', "'~'"],
    [':', "':'"],
    ['\u0001', 'control characters'],
  ])('that is separated by %j is named', (separator, name) =>
    expectAtEveryDoor(
      Buffer.from(table(separator)),
      `is separated by ${name}; write it with commas, semicolons, tabs or pipes between the cells (in R, write.csv(x, row.names = FALSE)).`,
    ),
  )
  it("of R's write.table lacks the heading of the row names", () =>
    expectAtEveryDoor(
      Buffer.from('name,file,unit\n"1",a,a.tif,mm\n\n"2",b,b.tif,\n'),
      /^ has 4 cells in every row, but its header names 3 columns: R's write\.table .*row\.names = FALSE/,
    ))
  it("of R's write.table with spaces is named, too", () =>
    expectAtEveryDoor(
      Buffer.from('"name" "file" "unit"\n"1" "a" "a.tif" "mm"\n'),
      /^ is separated by spaces; /,
    ))
  it.each([
    ['a row of the right length', 'name,file\nrain,rain.tif\nsun,sun.tif,mm\n'],
    ['empty cells at the ends of rows', 'name,file\nrain,rain.tif,\nsun,sun.tif,\n'],
    ['one row', 'name,file\nrain,rain.tif,mm\n'],
    ['a title above', 'Our bands\nname,file\nrain,rain.tif\n'],
    ['words in one column', 'file\na long name\n'],
  ])('does not lack a heading with %s', async (_what, text) => {
    expect(await messageOf(readBandSheet(Buffer.from(text)))).toMatch(/^accepted$|header of the sheet seems/)
  })
})
