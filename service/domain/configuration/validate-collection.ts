import { asc, eq } from '#drizzle'
import { nearestName } from '#common/nearest-name.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { Caller, Services } from '../../context.ts'
import { bands, collections } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import { type FoundVersion, findVersion } from '../collections/find-version.ts'
import { bandWarnings, validateBands, validatePopulation } from '../collections/validate-bands.ts'
import { validateCoverage } from './validate-coverage.ts'
import { validateCovariates } from './validate-covariates.ts'
import { membersFor } from './members-for.ts'
import type { ValidatedPlaces } from './validate-places.ts'
import type { ValidatedSurvey } from './validate-survey.ts'
import { cellError, cellWarning, listed, memo, SAMPLE_HELP, type CellFinding } from './cell-findings.ts'

interface FoundCollection extends FoundVersion {
  findings: CellFinding[]
  id: number | null
  version: number
}

export interface ValidatedCollection {
  findings: CellFinding[]
  id: number | null
  version: number
  /** For which the year of each series is chosen; null without series. */
  year: number | null
  populationBandId: number | null
}

const nothing = { id: null, version: 1, populationBandId: null }

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
    const { stack_name: name, stack_version: version, population_band: population } = draft
    if (name === null) return { ...nothing, findings: [], year: null }
    const found = await collectionsByName(JSON.stringify([name, version]), () =>
      findCollection(services, name, version),
    )
    const findings = [...found.findings]
    const { members, year, findings: ofYears } = membersFor(draft, survey, found)
    findings.push(...ofYears)
    findings.push(
      ...bandWarnings(members).map(({ message, help }) => cellWarning('stack_name', message, help)),
    )
    const chosen = members.map(({ id }) => id)
    let populationBandId = found.populationBandId
    if (found.id !== null && (population !== null || populationBandId !== null)) {
      const weights = await populations(JSON.stringify([population, found.id, found.version]), () =>
        findPopulation(services, population ?? { id: found.populationBandId! }, found.members[0]),
      )
      findings.push(...weights.findings)
      populationBandId = weights.id
    }
    let usable = found.id !== null && isSound(found.findings)
    const { outlines, country } = places
    if (usable && outlines && country !== null) {
      const coverage = await coverages(JSON.stringify([name, chosen, places.outlinesKey]), () =>
        readable(() =>
          validateCoverage(services.files, { name, members }, { name: country, outlines }, caller),
        ),
      )
      findings.push(...coverage)
      usable = isSound(coverage)
    }
    const { points, displacement } = survey
    if (usable && points) {
      findings.push(
        ...(await covariates(JSON.stringify([chosen, survey.pointsKey, displacement]), () =>
          readable(() => validateCovariates(services.files, members, { points, displacement }, caller)),
        )),
      )
    }
    return { findings, id: found.id, version: found.version, year, populationBandId }
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

async function findCollection(
  { db }: Services,
  name: string,
  version: number | null,
): Promise<FoundCollection> {
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
    return { ...nothing, findings: [findings], members: [] }
  }
  const contents = await findVersion(db, row.id, version ?? row.version)
  if (!contents) {
    const findings = cellError(
      'stack_version',
      `The collection '${name}' has no version ${version}; its current one is ${row.version}.`,
      'Leave the cell empty for the current version.',
    )
    return { ...nothing, findings: [findings], members: [] }
  }
  const findings = validateBands(contents.members, null).map((message) =>
    cellError(
      'stack_name',
      `The collection '${name}' cannot be used: ${message}`,
      'Choose another collection, or fix this one.',
    ),
  )
  return { findings, id: row.id, version: version ?? row.version, ...contents }
}

/** By the name in the cell, or the collection's own. */
async function findPopulation(
  { db }: Services,
  wanted: string | { id: number },
  first: BandWithGrid | undefined,
) {
  const where = typeof wanted === 'string' ? eq(bands.name, wanted) : eq(bands.id, wanted.id)
  const [band] = await findBandsWithGrid(db, where)
  if (!band) {
    const findings = cellError(
      'population_band',
      `There is no band '${typeof wanted === 'string' ? wanted : wanted.id}'.`,
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
