import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, inArray, isNull } from '#drizzle'
import { counted } from '#common/counted.ts'
import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import { RASTER_MAX_BYTES } from '#contract/rasters/assets.ts'
import type { Services } from '../context.ts'
import { bands, collections, files, place_group_versions, submissions, surveys } from '../db/schema.ts'
import { createCollection } from '../domain/collections/create.ts'
import { createPlaceGroup } from '../domain/place-groups/create.ts'
import { runFile } from '../domain/submissions/run-file.ts'
import { createSurvey } from '../domain/surveys/create.ts'
import { loadRaster } from './load-raster.ts'
import { fileInside, type Manifest, readManifest } from './manifest.ts'

interface LoadOptions {
  /** The person to whom loaded records are attributed. */
  actorId: number
  /** Also sends the submissions of the manifest. */
  submit: boolean
  /** Called with one line per record. */
  say?: (line: string) => void
}

interface LoadResult {
  added: number
  already: number
  /** Ids of the submissions that were sent now. */
  submitted: number[]
}

const OUTLINES_MAX_BYTES = 200 * 2 ** 20

/**
 * Loads a folder with a manifest.json through the same verbs as any upload. Existing records stay unchanged, so that a
 * second load changes nothing.
 * @throws ServiceError with one sentence at the first rejected record; those before it stay loaded.
 */
export async function loadFolder(
  services: Services,
  folder: string,
  options: LoadOptions,
): Promise<LoadResult> {
  const manifest = await readManifest(folder)
  const result: LoadResult = { added: 0, already: 0, submitted: [] }
  const report = (line: string, added: boolean) => {
    if (added) result.added++
    else result.already++
    options.say?.(added ? line : `${line}: already there`)
  }
  const load: Load = { services, folder, manifest, actorId: options.actorId, report }
  await loadPlaceGroups(load)
  await loadBands(load)
  await loadCollections(load)
  await loadSurveys(load)
  if (options.submit) result.submitted.push(...(await sendSubmissions(load)))
  else {
    for (const { title } of manifest.submissions) {
      options.say?.(`Submission '${title}': not sent (add --submit to send it)`)
    }
  }
  return result
}

interface Load {
  services: Services
  folder: string
  manifest: Manifest
  actorId: number
  report: (line: string, added: boolean) => void
}

async function loadPlaceGroups({ services, folder, manifest, report }: Load): Promise<void> {
  const { iso3_code } = manifest
  for (const group of manifest.place_groups) {
    const { place_type, version } = group
    const line = `Place group ${place_type} of ${iso3_code}, version ${version}`
    const [known] = await services.db
      .select({ id: place_group_versions.id })
      .from(place_group_versions)
      .where(
        and(
          eq(place_group_versions.iso3_code, iso3_code),
          eq(place_group_versions.place_type, place_type),
          eq(place_group_versions.version, version),
        ),
      )
    if (known) {
      report(line, false)
      continue
    }
    const { path, name } = await fileInside(folder, group.file, OUTLINES_MAX_BYTES)
    const { places } = await createPlaceGroup(services, {
      iso3_code,
      place_type,
      version,
      is_default: group.default,
      properties: { name: group.name, code: group.code, parent: group.parent },
      file: { name, content: await readFile(path) },
    })
    report(`${line}: ${counted(places, 'place')}`, true)
  }
}

async function loadBands({ services, folder, manifest, actorId, report }: Load): Promise<void> {
  const names = manifest.bands.map(({ name }) => name)
  const rows =
    names.length > 0
      ? await services.db.select({ name: bands.name }).from(bands).where(inArray(bands.name, names))
      : []
  const known = new Set(rows.map(({ name }) => name))
  // Bands of one file become one asset.
  const byFile = Map.groupBy(
    manifest.bands.filter(({ name }) => !known.has(name)),
    ({ file }) => file,
  )
  for (const { name } of manifest.bands) if (known.has(name)) report(`Band ${name}`, false)
  for (const [given, wanted] of byFile) {
    const { path, name } = await fileInside(folder, given, RASTER_MAX_BYTES)
    await loadRaster(services, {
      name,
      source: path,
      bands: wanted.map(({ file: _file, band, ...about }) => ({
        ...about,
        band_index: band,
        iso3_code: manifest.iso3_code,
      })),
      createdBy: actorId,
    })
    for (const band of wanted) report(`Band ${band.name} (${name})`, true)
  }
}

async function loadCollections({ services, manifest, actorId, report }: Load): Promise<void> {
  for (const collection of manifest.collections) {
    const line = `Collection ${collection.name}`
    const [known] = await services.db
      .select({ id: collections.id })
      .from(collections)
      .where(eq(collections.name, collection.name))
    if (known) {
      report(line, false)
      continue
    }
    await createCollection(services, { ...collection, createdBy: actorId })
    report(`${line}: ${collection.bands.join(', ')}`, true)
  }
}

async function loadSurveys({ services, folder, manifest, actorId, report }: Load): Promise<void> {
  const { iso3_code } = manifest
  for (const { file, ...survey } of manifest.surveys) {
    const line = `Survey ${survey.target}, ${survey.source} ${survey.source_wave}, round ${survey.round}`
    const [known] = await services.db
      .select({ id: surveys.id })
      .from(surveys)
      .where(
        and(
          eq(surveys.iso3_code, iso3_code),
          eq(surveys.source, survey.source),
          eq(surveys.source_wave, survey.source_wave),
          survey.source_date === null
            ? isNull(surveys.source_date)
            : eq(surveys.source_date, survey.source_date),
          eq(surveys.round, survey.round),
          eq(surveys.target, survey.target),
        ),
      )
    if (known) {
      report(line, false)
      continue
    }
    const { path, name } = await fileInside(folder, file, POINTS_MAX_BYTES)
    const { clusters } = await createSurvey(services, {
      ...survey,
      iso3_code,
      file: { name, content: await readFile(path) },
      createdBy: actorId,
    })
    report(`${line}: ${clusters} clusters${survey.simulated ? ' (simulated)' : ''}`, true)
  }
}

async function sendSubmissions({ services, manifest, actorId, report }: Load): Promise<number[]> {
  const sent: number[] = []
  for (const { title, layers } of manifest.submissions) {
    const content = Buffer.from(`${JSON.stringify({ layers }, null, 2)}\n`)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const [known] = await services.db
      .select({ id: submissions.id })
      .from(submissions)
      .innerJoin(files, eq(files.id, submissions.config_file_id))
      .where(and(eq(submissions.title, title), eq(files.sha256, sha256)))
      .limit(1)
    const line = `Submission '${title}'`
    if (known) {
      report(line, false)
      continue
    }
    const submission = await runFile(services, {
      title,
      file: { name: 'configuration.json', content },
      surveys: [],
      // Two concurrent loads send it once.
      idempotencyKey: `load-${sha256}`,
      userId: actorId,
    })
    sent.push(submission.id)
    report(`${line}: submission ${submission.id} with ${counted(layers.length, 'layer')}`, true)
  }
  return sent
}
