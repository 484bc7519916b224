// oxlint-disable no-control-regex -- files begin with such bytes
import { constants, gunzipSync } from 'node:zlib'
import { TableError } from './table-error.ts'

interface ForeignFormat {
  /** With its article. */
  name: string
  /** How to make a table that is read. */
  remedy: string
}

const inR = (read: string) => `in R, write.csv(${read}, "table.csv", row.names = FALSE)`
const SAVE = "save the sheet as 'CSV UTF-8'"
const UNPACK = 'unpack it, and send the file inside'

const R_DATA: ForeignFormat = {
  name: 'an R data file',
  remedy: `load it (load or readRDS), then ${inR('x')}`,
}

const R_START = /^(RD[ABX][23]\n|[BX]\n\0\0\0[\x02\x03]|A\n[23]\n)/

const STATA = /^(<stata_dta>|[\x69-\x73][\x01\x02]\x01\0)/

/** By the first bytes, read as Latin-1. */
const SIGNATURES: [start: RegExp, name: string, remedy: string][] = [
  [
    STATA,
    'a Stata file',
    `convert it: in Stata, export delimited using "table.csv"; ${inR('haven::read_dta("FILE.dta")')}`,
  ],
  [
    /^\$FL[23]/,
    'an SPSS file',
    `convert it: in SPSS, File > Export > CSV Data; ${inR('haven::read_sav("FILE.sav")')}`,
  ],
  [
    /^\0{12}\xC2\xEA\x81\x60/,
    'a SAS file',
    `convert it: in SAS, proc export with dbms=csv; ${inR('haven::read_sas("FILE.sas7bdat")')}`,
  ],
  [/^HEADER RECORD\*{7}/, 'a SAS transport file', `convert it: ${inR('haven::read_xpt("FILE.xpt")')}`],
  [
    /^\xD0\xCF\x11\xE0/,
    'an old .xls workbook or protected by a password',
    `open it and ${SAVE}, without a password`,
  ],
  [R_START, R_DATA.name, R_DATA.remedy],
  [/^PAR1/, 'a Parquet file', `convert it: ${inR('arrow::read_parquet("FILE.parquet")')}`],
  [/^(ARROW1|FEA1)/, 'an Arrow file', `convert it: ${inR('arrow::read_feather("FILE.feather")')}`],
  [/^(MATLAB |\x89HDF\r\n)/, 'a MATLAB or HDF5 file', 'write its table as CSV'],
  [
    /^SQLite format 3\0/,
    'a SQLite or GeoPackage file',
    'convert it: ogr2ogr -f CSV table.csv FILE.gpkg -lco GEOMETRY=AS_XY',
  ],
  [/^\0\0\x27\x0A/, 'a shapefile', 'convert it: ogr2ogr -f CSV table.csv FILE.shp -lco GEOMETRY=AS_XY'],
  [/^%PDF-/, 'a PDF', 'send the table that it was printed from, as CSV'],
  [/^\{\\rtf/, 'rich text', 'save it as plain text'],
  [
    /^(\xEF\xBB\xBF)?\s*<(!doctype html|html)\b/i,
    'a web page',
    'download the file itself: the page may be a login page',
  ],
  [/^(\xEF\xBB\xBF)?\s*<\?xml\b/, 'XML', `open it in a spreadsheet and ${SAVE}`],
  [/^BZh\d/, 'packed with bzip2', UNPACK],
  [/^\xFD7zXZ\0/, 'packed with xz', UNPACK],
  [/^(7z\xBC\xAF\x27\x1C|Rar!)/, 'an archive', UNPACK],
]

export const isStata = (content: Buffer): boolean => STATA.test(content.toString('latin1', 0, 16))

const isZip = (content: Buffer) => /^PK(\x03\x04|\x05\x06)/.test(content.toString('latin1', 0, 4))

/** A damaged workbook is a workbook, too. */
export const isWorkbook = (content: Buffer): boolean => isZip(content) && zipFormat(content) === null

/** An archive by the names of its parts; null for a workbook, which may hold documents of others. */
function zipFormat(content: Buffer): ForeignFormat | null {
  if (content.includes('xl/work')) return null
  if (content.includes('application/vnd.oasis.opendocument'))
    return { name: 'an OpenDocument file', remedy: `open it and ${SAVE}` }
  if (content.includes('word/document')) return { name: 'a Word document', remedy: 'send its table as CSV' }
  if (content.includes('[Content_Types].xml')) return null
  return { name: 'a zip archive', remedy: UNPACK }
}

/** What else than a workbook, text or JSON a file is; null if that cannot be seen. Its name proves nothing. */
export function foreignFormat(content: Buffer): ForeignFormat | null {
  if (isZip(content)) return zipFormat(content)
  const start = content.toString('latin1', 0, 1024)
  if (start.startsWith('\x1F\x8B'))
    return startsAsR(content) ? R_DATA : { name: 'packed with gzip', remedy: UNPACK }
  if (isDbase(content))
    return { name: 'a dBase table', remedy: 'convert it: ogr2ogr -f CSV table.csv FILE.dbf' }
  const [, name, remedy] = SIGNATURES.find(([pattern]) => pattern.test(start)) ?? []
  return name === undefined || remedy === undefined ? null : { name, remedy }
}

/** @throws TableError that names the format and how to convert it; `what` names the file */
export function requireOwnFormat(content: Buffer, what: string): void {
  const found = foreignFormat(content)
  if (found) throw new TableError('unsupported-type', `${what} is ${found.name}; ${found.remedy}.`)
}

/** R packs what it saves. */
function startsAsR(content: Buffer): boolean {
  try {
    const head = gunzipSync(content.subarray(0, 512), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: 2 ** 20,
    })
    return R_START.test(head.toString('latin1', 0, 16))
  } catch {
    return false
  }
}

/** A header of whole field descriptions of 32 bytes, which a carriage return ends. */
function isDbase(content: Buffer): boolean {
  if (content.length < 66 || ![0x03, 0x83, 0xf5].includes(content[0])) return false
  const header = content.readUInt16LE(8)
  return header % 32 === 1 && content[header - 1] === 0x0d
}
