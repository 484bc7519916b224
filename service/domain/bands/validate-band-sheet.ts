import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { Finding } from '#contract/shapes.ts'
import { type CellReader, iso3Cell, nameCell, numberCell, textCell, yesNoCell } from '../../tables/cells.ts'
import { nearestName } from '#common/nearest-name.ts'
import { errorAt } from '../../tables/table.ts'
import type { Declared } from '../../raster/cells/classes.ts'
import type { Inspection } from '../../raster/inspect.ts'
import { type Expectation, validateRaster } from '../rasters/validate-raster.ts'
import type { NewBand } from '../rasters/insert-band.ts'
import type { BandSheet } from './read-band-sheet.ts'

/** An uploaded raster: its inspection, or the one sentence that says why it cannot be inspected. */
interface SentRaster {
  inspection: Inspection | null
  findings: RasterFinding[]
}

interface KnownThings {
  rasters: ReadonlyMap<string, SentRaster>
  /** Names of bands that are already catalogued. */
  taken: ReadonlySet<string>
  countries: ReadonlyMap<string, NonNullable<Expectation['country']>>
}

export interface ValidatedRow {
  row: number
  /** Null: the row has an error. */
  band: (NewBand & { file: string; band_index: number }) | null
}

/** The row in which each name, and each band of a file, appeared first. */
interface Seen {
  names: Map<string, number>
  places: Map<string, number>
}

/** Which bands of a raster are categorical by the rows of the sheet. */
export function declaredIn({ rows }: BandSheet, file: string): Declared {
  const declared: Record<string, boolean> = {}
  for (const { cells } of rows) {
    if (cells.file !== file || cells.categorical === undefined) continue
    const said = yesNoCell(cells.categorical, 'categorical')
    if ('value' in said) declared[Number(cells.band ?? 1)] ??= said.value
  }
  return declared
}

/** Validates every row by itself and against the others: findings include row and column. */
export function validateBandSheet(
  { rows }: BandSheet,
  known: KnownThings,
): { rows: ValidatedRow[]; findings: Finding[] } {
  const seen: Seen = { names: new Map(), places: new Map() }
  const validated = rows.map((row) => validateRow(row, known, seen))
  return {
    rows: validated.map(({ row, band }) => ({ row, band })),
    findings: validated.flatMap(({ findings }) => findings),
  }
}

function validateRow(
  { row, cells }: BandSheet['rows'][number],
  known: KnownThings,
  seen: Seen,
): ValidatedRow & { findings: Finding[] } {
  const findings: Finding[] = []
  const fail = (column: string, message: string, help?: string) => {
    findings.push(errorAt(row, column, message, help))
  }
  const read = <T>(column: keyof typeof cells, reader: CellReader<T>): T | undefined => {
    const cell = cells[column]
    if (cell === undefined) return undefined
    const result = reader(cell, column)
    if ('value' in result) return result.value
    fail(column, result.message, result.help)
    return undefined
  }
  const name = read('name', nameCell)
  const description = read('description', textCell(2000))
  const unit = read('unit', textCell(50))
  const source = read('source', textCell(200))
  const year = read('year', numberCell({ from: 1900, to: 2100, whole: true }))
  const iso3_code = read('iso3_code', iso3Cell)
  const categorical = read('categorical', yesNoCell)
  const index = read('band', numberCell({ from: 1, to: 256, whole: true })) ?? 1
  if (cells.name === undefined) fail('name', 'The name is empty.', 'Give the band a name.')
  if (name !== undefined) {
    const previous = seen.names.get(name)
    if (previous !== undefined)
      fail('name', `The name '${name}' already appears in row ${previous}.`, 'Give each band its own.')
    else if (known.taken.has(name))
      fail('name', `A band named '${name}' is already in the catalogue.`, 'Choose another name.')
    seen.names.set(name, previous ?? row)
  }
  const country = iso3_code === undefined ? undefined : known.countries.get(iso3_code)
  if (iso3_code !== undefined && !country) fail('iso3_code', `The country '${iso3_code}' is not known.`)
  const { file } = cells
  const raster = file === undefined ? undefined : known.rasters.get(file)
  if (file === undefined) fail('file', 'The file is empty.', 'Name one of the uploaded rasters.')
  else if (!raster) {
    const near = nearestName(file, [...known.rasters.keys()])
    fail(
      'file',
      `There is no uploaded raster '${file.slice(0, 60)}'.${near ? ` Did you mean '${near}'?` : ''}`,
      'Send it with the sheet.',
    )
  } else {
    const place = `${file}\n${index}`
    const previous = seen.places.get(place)
    if (previous !== undefined) fail('file', `Band ${index} of '${file}' already appears in row ${previous}.`)
    seen.places.set(place, previous ?? row)
    const bands = raster.inspection?.info.bands
    if (bands !== undefined && index > bands)
      fail('band', `'${file}' has ${bands === 1 ? 'one band' : `${bands} bands`}, no band ${index}.`)
    const about = raster.inspection
      ? validateRaster(raster.inspection, { country, categorical, converted: true })
      : raster.findings
    for (const { severity, code, band, message, help } of about) {
      if (band !== null && band !== index) continue
      if (code === 'no-classes') {
        fail('categorical', message, 'Write no, or write the raster again with a whole number per class.')
        continue
      }
      // The row of a sheet is wrong or doubtful; what is only to be known is shown with the asset.
      if (severity === 'note') continue
      findings.push({ severity, row, column: 'file', message, ...(help ? { help } : {}) })
    }
  }
  const sound = !findings.some(({ severity }) => severity === 'error')
  if (!sound || name === undefined || file === undefined) return { row, band: null, findings }
  return {
    row,
    band: { file, band_index: index, name, description, unit, source, year: year ?? null, iso3_code },
    findings,
  }
}
