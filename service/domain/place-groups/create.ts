import { and, desc, eq, sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { countries, place_group_versions, places } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { Bounds } from '../../geometry/bounds-of-polygons.ts'
import { clearDefault } from './clear-default.ts'
import type { ValidatedToStore } from './outline-task.ts'
import type { OutlineFinding, PlaceProperties } from './outline-types.ts'
import { swapFinding } from './fit-country.ts'
import { liesSwapped } from './lies-swapped.ts'
import { sayFinding } from './say-finding.ts'
import { validateInChild } from './run-outlines.ts'

export interface NewPlaceGroup {
  iso3_code: string
  place_type: 'adm0' | 'adm1' | 'adm2'
  version: string
  is_default: boolean
  properties: PlaceProperties
  /** The layer, if a GeoPackage or an archive has several. */
  layer?: string
  /** Latitude comes before longitude in the file. */
  swap?: boolean
  file: { name: string; content: Buffer }
}

const ABOVE = { adm0: null, adm1: 'adm0', adm2: 'adm1' } as const
const ROWS = 200

/** The outlines' findings, and what they would add; nothing is stored. */
export async function validatePlaceGroup(
  services: Services,
  input: NewPlaceGroup,
  caller: Caller,
): Promise<ValidatedToStore> {
  const validated = await validate(services, input, caller, false)
  return { ...validated, findings: [...(await findingsOnRepeat(services, input)), ...validated.findings] }
}

const alreadyExists = ({ version, place_type, iso3_code }: NewPlaceGroup) =>
  `The version '${version}' of ${place_type} of ${iso3_code} already exists; choose another name.`

/** What outlines that are only validated would be rejected for beside their features. */
async function findingsOnRepeat({ db }: Services, input: NewPlaceGroup): Promise<OutlineFinding[]> {
  const { iso3_code, place_type, version } = place_group_versions
  const same = await db.$count(
    place_group_versions,
    and(eq(iso3_code, input.iso3_code), eq(place_type, input.place_type), eq(version, input.version)),
  )
  if (same === 0) return []
  return [{ severity: 'error', feature: null, field: 'version', message: alreadyExists(input) }]
}

async function validate(
  { db }: Services,
  input: NewPlaceGroup,
  caller: Caller,
  geometries: boolean,
): Promise<ValidatedToStore> {
  const { iso3_code, place_type, version, file } = input
  const [country] = await db.select().from(countries).where(eq(countries.iso3_code, iso3_code))
  if (!country) {
    const message = sentence`The country '${iso3_code}' is not known.`
    throw new ServiceError('invalid', message, { field: 'iso3_code' })
  }
  const above = ABOVE[place_type]
  const parents =
    input.properties.parent === undefined || above === null
      ? null
      : await findParents(db, iso3_code, above, version)
  const outlines = {
    content: file.content,
    file: file.name,
    properties: input.properties,
    layer: input.layer,
    swap: input.swap,
    bounds: country.bounds as Bounds | null,
    parents,
  }
  const validated = await validateInChild(outlines, geometries, caller)
  if (validated.ambiguous && (await liesSwapped(db, iso3_code, validated.ambiguous, caller)))
    validated.findings.unshift(swapFinding(validated.count, input.swap ?? false))
  if (input.properties.parent !== undefined && above !== null && !parents)
    validated.findings.push({
      severity: 'warning',
      feature: null,
      field: input.properties.parent,
      message: `the codes of the level above were not compared: ${country.name} has no active outlines of the level ${above}.`,
    })
  return validated
}

/** Codes of the version with the same name, else of the default one. */
async function findParents(db: Services['db'], iso3_code: string, above: 'adm0' | 'adm1', version: string) {
  const { id, is_default, active } = place_group_versions
  const candidates = await db
    .select({ id, version: place_group_versions.version, is_default })
    .from(place_group_versions)
    .where(
      and(
        eq(place_group_versions.iso3_code, iso3_code),
        eq(place_group_versions.place_type, above),
        eq(active, true),
      ),
    )
    .orderBy(desc(id))
  const found = candidates.find((one) => one.version === version) ?? candidates.find((one) => one.is_default)
  if (!found) return null
  const rows = await db.select({ code: places.code }).from(places).where(eq(places.version_id, found.id))
  return { codes: rows.map(({ code }) => code), version: found.version }
}

/** A version of a country's admin units; if it is the default, it replaces the previous default. */
export async function createPlaceGroup(
  services: Services,
  input: NewPlaceGroup,
  caller: Caller = { personId: null },
): Promise<{ id: number; places: number; findings: OutlineFinding[] }> {
  const { places: found, findings } = await validate(services, input, caller, true)
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new ServiceError(
      'invalid',
      foreign(sayFinding(input.file.name, errors[0]), sentence`The outlines have errors.`),
      {
        errors: errors.map(({ feature, field, message, help }) => ({
          row: feature,
          field: field ?? undefined,
          message: sayFinding(input.file.name, { feature, message }),
          help,
        })),
      },
    )
  const id = await store(services, input, found)
  return { id, places: found.length, findings }
}

async function store(
  { db }: Services,
  input: NewPlaceGroup,
  found: ValidatedToStore['places'],
): Promise<number> {
  const { iso3_code, place_type, version, is_default } = input
  try {
    return await transactionWithAudit(db, async (tx) => {
      if (is_default) await clearDefault(tx, input)
      const [row] = await tx
        .insert(place_group_versions)
        .values({ iso3_code, place_type, version, is_default })
        .returning({ id: place_group_versions.id })
      for (let from = 0; from < found.length; from += ROWS) {
        await tx.insert(places).values(
          found.slice(from, from + ROWS).map((place, i) => ({
            ...place,
            geometry: sql`${place.geometry}::jsonb`,
            version_id: row.id,
            position: from + i + 1,
          })),
        )
      }
      return row.id
    })
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken?.startsWith('place_group_versions_iso3_code')) {
      const message = foreign(alreadyExists(input), sentence`This version already exists.`)
      throw new ServiceError('conflict', message, { field: 'version' })
    }
    if (broken === 'place_group_versions_default')
      throw new ServiceError(
        'conflict',
        sentence`Another version has become the default in the meantime. Try again.`,
      )
    throw error
  }
}
