import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { importDataset, newDataset } from '#contract/rasters/worldpop.ts'
import { and, eq, inArray } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { bands, worldpop_datasets as datasets } from '../../db/schema.ts'
import { brokenConstraint } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { statisticsOf } from '../rasters/insert-asset.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { sniffTiff } from '../rasters/sniff-tiff.ts'
import { ingestRaster } from '../rasters/ingest-raster.ts'
import { dropLoose, holdLoose, keepRenewing } from '../../files/loose-files.ts'
import {
  FETCH_MAX_BYTES,
  nameOf,
  openRemote,
  type RemoteOptions,
  remoteFailure,
  requireAllowed,
} from './open-remote.ts'
import { getDataset } from './select-datasets.ts'

/** Of what reaches the host, for tests. */
export type FetchDoubles = Omit<RemoteOptions, 'allowedHosts'>
export type About = z.output<typeof newDataset>
type Imported = Answer<typeof importDataset>

/** Takes in a population raster as an asset and a dataset. */
export async function importDatasetFile(
  services: Services,
  sent: StoredUpload,
  about: About,
  from: { url: string | null; createdBy: number },
  caller: Caller,
): Promise<Imported> {
  const { db } = services
  const { iso3_code, year, category, resolution, constrained, un_adjusted } = about
  const name = bandName(about)
  // Otherwise the error would be about band names, which the person did not choose.
  await requireNew(services, about)
  try {
    const { adopted, ...found } = await ingestRaster(
      services,
      {
        sent,
        ...about,
        field: from.url === null ? 'file' : 'url',
        population: category === 'population' || category === 'births',
        createdBy: from.createdBy,
      },
      {
        async bands({ bands }, country) {
          const names = await freeBandNames(db, name, bands.length)
          return bands.map((measure, i) => ({
            name: names[i],
            band_index: measure.band,
            description: `${category.replace('_', ' and ')} of ${country!.name}, ${resolution}`,
            unit: category === 'density' ? 'people per km²' : 'people',
            source: 'WorldPop',
            year,
            iso3_code,
            statistics: statisticsOf(measure),
          }))
        },
        async record(tx, asset) {
          const [row] = await tx
            .insert(datasets)
            .values({
              iso3_code,
              year,
              category,
              resolution,
              constrained,
              un_adjusted,
              url: from.url,
              sha256: sent.sha256,
              asset_id: asset.id,
              created_by: from.createdBy,
            })
            .returning({ id: datasets.id })
          return row
        },
      },
      caller,
    )
    return { ...found, dataset: adopted === null ? null : await getDataset(db, adopted.id) }
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('worldpop_datasets_iso3_code')) throw known(about)
    // Another import of the same dataset may have taken the names of the bands.
    if (error instanceof ServiceError && error.kind === 'conflict') await requireNew(services, about)
    throw error
  }
}

/** The address, if it may be fetched and is not catalogued already. */
export async function requireFetchable(services: Services, about: About & { url: string }): Promise<URL> {
  const url = requireAllowed(about.url, services.config.worldpopHosts)
  await requireNew(services, about)
  return url
}

/**
 * The raster at an address, streamed into the store without redirects; it is dropped after `act` unless a record has
 * adopted it. Already catalogued data is not fetched.
 */
export async function withFetched<T>(
  services: Services,
  { url: given, ...about }: About & { url: string },
  caller: Caller,
  act: (sent: StoredUpload, url: string) => Promise<T>,
  doubles: FetchDoubles = {},
): Promise<T> {
  const { db, files, config } = services
  const url = await requireFetchable(services, { url: given, ...about })
  const key = `rasters/${randomUUID()}`
  await holdLoose(db, key)
  const endRenewing = keepRenewing(db, [key])
  try {
    const answer = await openRemote(url, {
      allowedHosts: config.worldpopHosts,
      signal: caller.signal,
      ...doubles,
    })
    const name = nameOf(url)
    const stored = await files.put(key, sniffTiff(whole(answer, url), 'url', name), {
      maxBytes: FETCH_MAX_BYTES,
    })
    return await act({ name, ...stored }, url.href)
  } finally {
    endRenewing()
    await dropLoose(services, [key])
  }
}

/** The bytes of a response; an incomplete one is not a file. */
async function* whole(
  answer: AsyncIterable<Buffer> & { headers: Record<string, unknown>; destroy(): unknown },
  url: URL,
): AsyncGenerator<Buffer> {
  const wanted = Number(answer.headers['content-length'] ?? Number.NaN)
  let size = 0
  const cut = () =>
    remoteFailure(sentence`'${url.hostname}' stopped before the file was complete. Try again later.`)
  try {
    for await (const chunk of answer) {
      size += chunk.byteLength
      yield chunk
    }
  } catch {
    throw cut()
  } finally {
    answer.destroy()
  }
  if (size < wanted) throw cut()
}

/** The raster of a dataset that was deleted keeps its bands: then the names are numbered. */
async function freeBandNames(db: Executor, wanted: string, count: number): Promise<string[]> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}_${n}`
    const names = count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}_b${i + 1}`)
    const [taken] = await db.select({ id: bands.id }).from(bands).where(inArray(bands.name, names)).limit(1)
    if (!taken) return names
  }
}

async function requireNew({ db }: Services, about: About): Promise<void> {
  const [row] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(
      and(
        eq(datasets.iso3_code, about.iso3_code),
        eq(datasets.year, about.year),
        eq(datasets.category, about.category),
        eq(datasets.resolution, about.resolution),
        eq(datasets.constrained, about.constrained),
        eq(datasets.un_adjusted, about.un_adjusted),
      ),
    )
  if (row && !about.dry_run) throw known(about)
}

const known = ({ iso3_code, year, category, resolution }: About) =>
  new ServiceError(
    'conflict',
    sentence`A dataset of this kind for ${iso3_code}, ${year}, ${resolution} (${category}) already exists.`,
  )

const bandName = ({ iso3_code, year, category, resolution, constrained, un_adjusted }: About) =>
  ['worldpop', iso3_code.toLowerCase(), category, year, resolution]
    .concat(constrained ? 'constrained' : [], un_adjusted ? 'unadj' : [])
    .join('_')
