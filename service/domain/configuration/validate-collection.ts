import { asc, eq, inArray } from 'drizzle-orm'
import { nearestName } from '../../tables/nearest-name.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { Caller, Services } from '../../context.ts'
import { bands, collection_bands, collections } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import { validateBands, validatePopulation } from '../collections/validate-bands.ts'
import { validateCoverage } from './validate-coverage.ts'
import { validateCovariates } from './validate-covariates.ts'
import type { ValidatedPlaces } from './validate-places.ts'
import type { ValidatedSurvey } from './validate-survey.ts'
import { cellError, listed, memo, SAMPLE_HELP, type CellFinding } from './cell-findings.ts'

interface FoundCollection {
  findings: CellFinding[]
  id: number | null
  members: BandWithGrid[]
  populationBandId: number | null
}

export interface ValidatedCollection {
  findings: CellFinding[]
  id: number | null
  populationBandId: number | null
}

/** A layer's collection and population band, and how they fit its country and its clusters. */
export function collectionValidator(services: Services, caller: Caller) {
  const collectionsByName = memo<FoundCollection>()
  const populations = memo<{ findings: CellFinding[]; id: number | null }>()
  const coverages = memo<CellFinding[]>()
  const covariates = memo<CellFinding[]>()

  return async (
    draft: LayerDraft,
    places: ValidatedPlaces,
    survey: ValidatedSurvey,
  ): Promise<ValidatedCollection> => {
    const { stack_name: name, population_band: population } = draft
    if (name === null) return { findings: [], id: null, populationBandId: null }
    const found = await collectionsByName(name, () => findCollection(services, name))
    const findings = [...found.findings]
    let populationBandId = found.populationBandId
    if (population !== null && found.id !== null) {
      const chosen = await populations(JSON.stringify([population, found.id]), () =>
        findPopulation(services, population, found.members[0]),
      )
      findings.push(...chosen.findings)
      populationBandId = chosen.id
    }
    let usable = found.id !== null && isSound(found.findings)
    const { outlines, country } = places
    if (usable && outlines && country !== null) {
      const coverage = await coverages(JSON.stringify([found.id, places.outlinesKey]), () =>
        readable(() =>
          validateCoverage(
            services.files,
            { name, members: found.members },
            { name: country, outlines },
            caller,
          ),
        ),
      )
      findings.push(...coverage)
      usable = isSound(coverage)
    }
    const { points } = survey
    if (usable && points) {
      findings.push(
        ...(await covariates(JSON.stringify([found.id, survey.pointsKey]), () =>
          readable(() => validateCovariates(services.files, found.members, points, caller)),
        )),
      )
    }
    return { findings, id: found.id, populationBandId }
  }
}

/** An unreadable band is a finding of its collection. */
async function readable(validate: () => Promise<CellFinding[]>): Promise<CellFinding[]> {
  try {
    return await validate()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error
    return [cellError('stack_name', error.message, 'Choose another collection.')]
  }
}

const isSound = (findings: readonly CellFinding[]) => !findings.some(({ severity }) => severity === 'error')

async function findCollection({ db }: Services, name: string): Promise<FoundCollection> {
  const [row] = await db.select().from(collections).where(eq(collections.name, name))
  if (!row) {
    const others = await db
      .select({ name: collections.name })
      .from(collections)
      .orderBy(asc(collections.name))
      .limit(500)
    const names = others.map((other) => other.name)
    const near = nearestName(name, names)
    const findings = cellError(
      'stack_name',
      `There is no band collection '${name}'.${near ? ` Did you mean '${near}'?` : ''}`,
      names.length > 0
        ? `Collections: ${listed(names)}.`
        : `There are no band collections yet. ${SAMPLE_HELP}`,
      near,
    )
    return { findings: [findings], id: null, members: [], populationBandId: null }
  }
  const order = await db
    .select({ id: collection_bands.band_id })
    .from(collection_bands)
    .where(eq(collection_bands.collection_id, row.id))
    .orderBy(asc(collection_bands.position))
  const ids = order.map(({ id }) => id)
  const wanted = row.population_band_id === null ? ids : [...ids, row.population_band_id]
  const found = wanted.length > 0 ? await findBandsWithGrid(db, inArray(bands.id, wanted)) : []
  const byId = new Map(found.map((band) => [band.id, band]))
  const members = ids.flatMap((id) => byId.get(id) ?? [])
  const findings = validateBands(members, null).map((message) =>
    cellError(
      'stack_name',
      `The collection '${name}' cannot be used: ${message}`,
      'Choose another collection, or fix this one.',
    ),
  )
  return { findings, id: row.id, members, populationBandId: row.population_band_id }
}

async function findPopulation({ db }: Services, name: string, first: BandWithGrid | undefined) {
  const [band] = await findBandsWithGrid(db, eq(bands.name, name))
  if (!band) {
    const findings = cellError(
      'population_band',
      `There is no band '${name}'.`,
      "Leave the cell empty for the collection's own.",
    )
    return { findings: [findings], id: null }
  }
  const errors = first ? validatePopulation(first, band) : []
  return {
    findings: errors.map((message) => cellError('population_band', message, 'Choose another band.')),
    id: band.id,
  }
}
