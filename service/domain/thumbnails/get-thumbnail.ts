import { and, asc, eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { bands, files, job_outputs, jobs, products } from '../../db/schema.ts'
import { isListed } from '../../db/is-listed.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { drawBand } from './draw-band.ts'

const JOB_MAX_BYTES = 2 ** 20

interface Thumbnail {
  png: Buffer
  etag: string
  immutable: boolean
}

/** The picture of a completed job, made with its outputs, or of a checked-in product, drawn when it is requested. */
export async function getThumbnail(
  services: Pick<Services, 'db' | 'files'>,
  jobKey: string,
  caller: Caller,
): Promise<Thumbnail> {
  const { db, files: store } = services
  const [job] = await db
    .select({ status: jobs.status, key: files.key, sha256: files.sha256 })
    .from(jobs)
    .leftJoin(job_outputs, and(eq(job_outputs.job_id, jobs.id), eq(job_outputs.type, 'thumbnail')))
    .leftJoin(files, eq(files.id, job_outputs.file_id))
    .where(eq(jobs.job_key, jobKey))
  if (job?.key) {
    const png = await store.readAll(job.key, { maxBytes: JOB_MAX_BYTES })
    return { png, etag: `"${job.sha256}"`, immutable: true }
  }
  if (job)
    throw new ServiceError(
      'not-found',
      job.status === 'completed'
        ? sentence`Job ${jobKey} has no thumbnail.`
        : sentence`Job ${jobKey} is ${job.status}; only completed jobs have a thumbnail.`,
    )
  const [product] = await db
    .select({ band: bands.id })
    .from(products)
    .leftJoin(bands, eq(bands.asset_id, products.asset_id))
    .where(and(eq(products.job_key, jobKey), isListed))
    .orderBy(asc(bands.band_index))
    .limit(1)
  if (!product) throw new ServiceError('not-found', sentence`There is no job or product '${jobKey}'.`)
  if (product.band === null)
    throw new ServiceError(
      'not-found',
      sentence`Product ${jobKey} has no band in the Band Catalog, so it has no thumbnail.`,
    )
  return { ...(await drawBand(services, product.band, caller)), immutable: false }
}
