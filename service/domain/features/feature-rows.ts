import { and, asc, eq, inArray, sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { places } from '../../db/schema.ts'
import type { Rectangle } from '../../geometry/rectangles-met.ts'
import type { Cell } from '../../tables/table.ts'
import { listClusters } from '../outputs/list-clusters.ts'
import { meetInChild } from '../place-groups/run-outlines.ts'
import { unitFigures } from '../units/unit-figures.ts'
import type { FeatureKind } from './feature-collections.ts'

/** A feature of a collection, without its outline, which may be large. */
interface FeatureRow {
  properties: Record<string, Cell>
  /** The version of a place group and the code in it, or a point. */
  at: { version: number; code: string } | { point: [number, number] }
}

/** All features of a collection in a fixed order: the first has the id 1. */
export async function featureRows(
  { db, files }: Services,
  { kind, record }: { kind: FeatureKind; record: number },
  caller: Caller,
): Promise<FeatureRow[]> {
  if (kind === 'clusters') {
    const { features } = await listClusters(db, files, record, caller)
    return features.map(({ geometry, properties }) => ({ properties, at: { point: geometry.coordinates } }))
  }
  if (kind === 'places') {
    const rows = await db
      .select({ code: places.code, name: places.name, parent_code: places.parent_code })
      .from(places)
      .where(eq(places.version_id, record))
      .orderBy(asc(places.position))
    return rows.map((row) => ({ properties: row, at: { version: record, code: row.code } }))
  }
  const { columns, rows, versions } = await unitFigures(db, files, record)
  return rows.map(({ level, cells }) => {
    const properties = Object.fromEntries(columns.map(({ name }, i) => [name, cells[i]]))
    const { id } = versions.find((version) => version.level === level)!
    return { properties, at: { version: id, code: String(properties['code']) } }
  })
}

/** Their places among all, of features that share a point with a box. */
export async function placesMeeting(
  db: Executor,
  rows: readonly FeatureRow[],
  [west, south, east, north]: readonly number[],
  caller: Caller,
): Promise<number[]> {
  const boxes: Rectangle[] =
    west <= east
      ? [[west, south, east, north]]
      : [
          [west, south, 180, north],
          [-180, south, east, north],
        ]
  const inBox = ([x, y]: [number, number]) =>
    boxes.some((box) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])
  if (rows.every(({ at }) => 'point' in at))
    return rows.flatMap(({ at }, i) => ('point' in at && inBox(at.point) ? [i] : []))
  return meetInChild(() => geometriesOf(db, rows), boxes, caller)
}

/** Of each row, its geometry as JSON: parsing millions of positions would block everyone. */
export async function geometriesOf(db: Executor, rows: readonly FeatureRow[]): Promise<string[]> {
  const found = new Map<string, string>()
  const codes = Map.groupBy(
    rows.flatMap(({ at }) => ('code' in at ? [at] : [])),
    ({ version }) => version,
  )
  for (const [version, all] of codes) {
    const own = await db
      .select({ code: places.code, geometry: sql<string>`${places.geometry}::text` })
      .from(places)
      .where(
        and(
          eq(places.version_id, version),
          inArray(
            places.code,
            all.map(({ code }) => code),
          ),
        ),
      )
    for (const { code, geometry } of own) found.set(`${version}/${code}`, geometry)
  }
  return rows.map(({ at }) =>
    'point' in at
      ? JSON.stringify({ type: 'Point', coordinates: at.point })
      : found.get(`${at.version}/${at.code}`)!,
  )
}
