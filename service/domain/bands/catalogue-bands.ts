import { counted } from '#common/counted.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { uploadBands } from '#contract/rasters/band-uploads.ts'
import type { Finding } from '#contract/shapes.ts'
import { and, eq, inArray } from '#drizzle'
import { capFindings } from '../../tables/cap-findings.ts'
import { errorAt, warningAt } from '../../tables/table.ts'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { band_uploads, bands, countries } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { findCopies } from '../rasters/find-copies.ts'
import { adoptAsset, statisticsOf } from '../rasters/insert-asset.ts'
import type { Expectation } from '../rasters/validate-raster.ts'
import { cleanName } from '../../files/keep-file.ts'
import { dropLoose, keepRenewing } from '../../files/loose-files.ts'
import { inspectUpload, type InspectedUpload, type StoredUpload } from '../rasters/inspect-upload.ts'
import { declaredIn, type ValidatedRow, validateBandSheet } from './validate-band-sheet.ts'
import type { BandSheet } from './read-band-sheet.ts'
import { requireStillWithinQuota } from '../rasters/quota.ts'
import { releaseUploads } from '../uploads/release-uploads.ts'
import { releaseRasters } from './release-rasters.ts'

type Upload = typeof uploadBands
export interface BandsToCatalogue extends Body<Upload> {
  sheet: BandSheet
  rasters: readonly StoredUpload[]
  createdBy: number
  /** The record as which they were received; none: the caller waits. */
  uploadId?: number
  /** Called before the bands are committed if rows are left out: what the audit says of them. */
  noteLeftOut: (detail: string) => void
}
type Good = ValidatedRow & { band: NonNullable<ValidatedRow['band']> }

/**
 * Validates every row of the sheet and every raster; catalogues all bands, or with `partial` only the valid ones.
 * Resumable uploads are then used up, also those of rejected rows; if nothing is catalogued, they stay.
 */
export async function catalogueBands(
  services: Services,
  input: BandsToCatalogue,
  caller: Caller,
): Promise<Answer<Upload>> {
  const loose: string[] = []
  const endRenewing = keepRenewing(services.db, loose)
  try {
    return await validateAndCatalogue(services, input, loose, caller)
  } finally {
    endRenewing()
    await dropLoose(services, loose)
  }
}

async function validateAndCatalogue(
  services: Services,
  input: BandsToCatalogue,
  loose: string[],
  caller: Caller,
): Promise<Answer<Upload>> {
  const { sheet } = input
  const inspected = new Map<string, InspectedUpload>()
  // One after the other: each person has one slot.
  for (const raster of input.rasters) {
    const expected = { keep: !input.dry_run, categorical: declaredIn(sheet, raster.name) }
    const one = await inspectUpload(services, raster, expected, caller)
    if (one.cog) loose.push(one.cog.key)
    inspected.set(raster.name, one)
  }
  const ofFiles = validateFiles(sheet, input.rasters)
  const validated = validateBandSheet(sheet, {
    rasters: inspected,
    taken: await takenNames(services, sheet),
    countries: await knownCountries(services, sheet, caller),
  })
  const whole = [...sheet.findings, ...ofFiles]
  const rejectedRows = new Set(sheet.findings.map(({ row }) => row))
  const good = validated.rows.filter((row): row is Good => row.band !== null && !rejectedRows.has(row.row))
  const halted = whole.some(({ severity, row }) => severity === 'error' && (row === null || row === 1))
  const copies = halted ? [] : await warnOfCopies(services, sheet, input.rasters)
  const isComplete = good.length === sheet.rows.length && whole.every(({ severity }) => severity !== 'error')
  const answer = {
    rows: sheet.rows.length,
    good_rows: halted ? 0 : good.length,
    sheet: { columns: sheet.columns, rows: sheet.rows.map(({ row, shown }) => ({ row, cells: shown })) },
    findings: capFindings([...whole, ...validated.findings, ...copies]),
  }
  if (input.dry_run || halted || good.length === 0 || !(isComplete || input.partial))
    return { ...answer, catalogued: false, bands: [] }
  let result: Answer<Upload> = { ...answer, catalogued: false, bands: [] }
  await transactionWithAudit(services.db, async (tx) => {
    const keys = input.rasters.map(({ key }) => key)
    if (input.uploadId !== undefined) await releaseRasters(tx, keys)
    const done = await catalogue(tx, input, good, inspected)
    loose.push(...(await releaseUploads(tx, keys)))
    const size = input.rasters.reduce((sum, raster) => sum + raster.size, 0)
    await requireStillWithinQuota(tx, services.config, input.createdBy, size)
    result = { ...answer, catalogued: true, bands: done.sort((a, b) => a.row - b.row) }
    if (input.uploadId !== undefined) await complete(tx, input.uploadId, result)
    const leftOut = sheet.rows.length - good.length
    if (leftOut > 0) input.noteLeftOut(`${counted(good.length, 'row')} added, ${leftOut} left out`)
    return done
  })
  return result
}

function validateFiles(sheet: BandSheet, rasters: readonly StoredUpload[]): Finding[] {
  const names = rasters.map(({ name }) => name)
  const wanted = new Set(sheet.rows.map(({ cells }) => cells.file))
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i).map((name) => `'${name}'`))]
    .map((name) => errorAt(null, null, `Two of the rasters are called ${name}.`, 'Give each its own name.'))
    .concat(
      names
        .filter((name) => !wanted.has(name))
        .map((name) => warningAt(null, null, `No row names the raster '${name}'; it was left out.`)),
    )
}

/** Rasters of the sheet whose bytes are those of an asset. */
async function warnOfCopies(
  { db }: Services,
  { rows }: BandSheet,
  rasters: readonly StoredUpload[],
): Promise<Finding[]> {
  const wanted = new Set(rows.map(({ cells }) => cells.file))
  const named = rasters.filter(({ name }) => wanted.has(name))
  if (named.length === 0) return []
  const kept = await findCopies(
    db,
    named.map(({ sha256 }) => sha256),
  )
  return named.flatMap(({ name, sha256 }) => {
    const asset = kept.get(sha256)
    if (!asset) return []
    const message = `'${name}' is the same file as the asset '${asset.name}' (number ${asset.id}).`
    return [warningAt(null, null, message, 'Upload it only if you need a second copy.')]
  })
}

async function takenNames({ db }: Services, { rows }: BandSheet): Promise<Set<string>> {
  const names = rows.flatMap(({ cells }) => cells.name ?? [])
  if (names.length === 0) return new Set()
  const found = await db.select({ name: bands.name }).from(bands).where(inArray(bands.name, names))
  return new Set(found.map(({ name }) => name))
}

async function knownCountries({ db }: Services, { rows }: BandSheet, caller: Caller) {
  const codes = [...new Set(rows.flatMap(({ cells }) => cells.iso3_code?.toUpperCase() ?? []))]
  const known = new Map<string, NonNullable<Expectation['country']>>()
  if (codes.length === 0) return known
  const found = await db
    .select({ iso3_code: countries.iso3_code })
    .from(countries)
    .where(inArray(countries.iso3_code, codes))
  for (const { iso3_code } of found) {
    const { country } = await expectCountry(db, iso3_code, caller)
    if (country) known.set(iso3_code, country)
  }
  return known
}

/** The bands of one file become one asset. */
async function catalogue(
  tx: Executor,
  input: Pick<BandsToCatalogue, 'rasters' | 'createdBy'>,
  good: readonly Good[],
  inspected: ReadonlyMap<string, InspectedUpload>,
): Promise<Answer<Upload>['bands']> {
  const byFile = Map.groupBy(good, ({ band }) => band.file)
  const done: Answer<Upload>['bands'] = []
  for (const [name, rows] of byFile) {
    const upload = input.rasters.find((raster) => raster.name === name)!
    const { inspection, cog } = inspected.get(name)!
    const { info, bands: measures } = inspection!
    const asset = await adoptAsset(tx, {
      upload: { ...upload, name: cleanName(name) },
      info,
      cog,
      bands: rows.map(({ band: { file: _file, ...band } }) => ({
        ...band,
        statistics: statisticsOf(measures[band.band_index - 1]),
      })),
      createdBy: input.createdBy,
    })
    for (const [i, { row }] of rows.entries()) done.push({ row, ...asset.bands[i] })
  }
  return done
}

async function complete(tx: Executor, id: number, result: Answer<Upload>): Promise<void> {
  const [row] = await tx
    .update(band_uploads)
    .set({ status: 'ready', fraction: null, intake: null, result })
    .where(and(eq(band_uploads.id, id), eq(band_uploads.status, 'inspecting')))
    .returning({ id: band_uploads.id })
  if (!row) throw new ServiceError('conflict', sentence`The bulk upload ${id} is no longer being inspected.`)
}
