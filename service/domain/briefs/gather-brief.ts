import { asc, eq, sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { type Layer, type briefs, places } from '../../db/schema.ts'
import { listAdmData } from '../jobs/list-adm-data.ts'
import { readRecord } from '../jobs/methods/get-methods.ts'
import { listClusters } from '../outputs/list-clusters.ts'
import type { BriefRecord, ClusterPlace } from './brief-record.ts'
import { readMapValues } from './map/map-values.ts'

/** A brief's record, and the outlines of its units as GeoJSON, one geometry per line. */
export interface GatheredBrief {
  record: BriefRecord
  geometries: Buffer
}

export async function gatherBrief(
  services: Pick<Services, 'config' | 'db' | 'files'>,
  {
    job_id,
    kind,
    language,
    level,
  }: Pick<typeof briefs.$inferSelect, 'job_id' | 'kind' | 'language' | 'level'>,
  caller: Caller,
): Promise<GatheredBrief> {
  const { config, db, files } = services
  const record = await readRecord(services, job_id)
  const { content: units } = await listAdmData(db, job_id)
  const clusters = await clustersOf()
  const { outlines, geometries } = await outlinesOf(
    db,
    record.report.layer as unknown as Layer,
    level ?? firstLevel(units),
  )
  return {
    record: {
      kind,
      language,
      level,
      brand: config.brandName,
      record,
      units,
      map: await readMapValues(services, record.report, kind, caller),
      outlines,
      clusters,
    },
    geometries,
  }

  async function clustersOf(): Promise<ClusterPlace[]> {
    const { features } = await listClusters(db, files, job_id, caller)
    return features.map(({ geometry, properties }) => {
      const [longitude, latitude] = geometry.coordinates
      const { cluster, numerator, denominator, observed, fitted } = properties
      return { cluster, longitude, latitude, numerator, denominator, observed, fitted }
    })
  }
}

const firstLevel = (units: BriefRecord['units']) =>
  ([1, 2] as const).find((one) => units.some((unit) => unit.level === one))

/** Of a level, as far as they are still in the catalogue. */
async function outlinesOf(
  db: Executor,
  { place_group_version_ids: versions }: Layer,
  level: 1 | 2 | undefined,
): Promise<{ outlines: BriefRecord['outlines']; geometries: Buffer }> {
  const version = level && versions[`adm${level}`]
  if (level === undefined || typeof version !== 'number')
    return { outlines: null, geometries: Buffer.alloc(0) }
  const rows = await db
    .select({ code: places.code, geometry: sql<string>`${places.geometry}::text` })
    .from(places)
    .where(eq(places.version_id, version))
    .orderBy(asc(places.position))
  return {
    outlines: { level, codes: rows.map(({ code }) => code) },
    geometries: Buffer.from(rows.map(({ geometry }) => geometry).join('\n')),
  }
}
