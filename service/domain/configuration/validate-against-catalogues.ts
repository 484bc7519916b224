import { createHash } from 'node:crypto'
import type { Finding } from '#contract/shapes.ts'
import type { LayerDraft } from './layer-draft.ts'
import { warningAt } from '../../tables/table.ts'
import type { Caller, Services } from '../../context.ts'
import type { Layer } from '../../db/schema.ts'
import type { SentFile } from './find-survey.ts'
import { collectionValidator, type ValidatedCollection } from './validate-collection.ts'
import { improvesValidator } from './validate-improves.ts'
import { type ValidatedPlaces, placesValidator } from './validate-places.ts'
import { rakingValidator, type ValidatedRaking } from './validate-raking.ts'
import { validateUrbanShare } from './validate-urban-share.ts'
import { type ValidatedSurvey, surveyValidator } from './validate-survey.ts'

export interface ResolvedLayer {
  row: number
  layer: Layer
  /** Name of the attached points file, if no catalogued survey is used. */
  pointsFile: string | null
}

/**
 * Validates layers against the catalogues and resolves names to ids. A layer is returned only if it has no error. Each
 * survey, collection and country is loaded once, however many rows name it.
 */
export async function validateAgainstCatalogues(
  services: Services,
  drafts: readonly LayerDraft[],
  sent: readonly SentFile[],
  caller: Caller,
): Promise<{ layers: ResolvedLayer[]; findings: Finding[] }> {
  const places = placesValidator(services.db, caller)
  const surveys = surveyValidator(services, sent, caller)
  const collections = collectionValidator(services, caller)
  const rakings = rakingValidator(services.db)
  const improvements = improvesValidator(services.db)
  const shas = new Map(
    sent.map(({ name, content }) => [name, createHash('sha256').update(content).digest('hex')]),
  )
  const findings: Finding[] = []
  const layers: ResolvedLayer[] = []
  const used = new Set<string>()
  for (const draft of drafts) {
    const place = await places(draft)
    const survey = await surveys(draft, place)
    const collection = await collections(draft, place, survey)
    const raking = await rakings(draft, place)
    const layer = resolve(draft, place, survey, collection, raking)
    const pointsFile = survey.found?.kind === 'sent' ? survey.found.file.name : null
    if (pointsFile !== null) used.add(pointsFile)
    const improved = await improvements(
      draft,
      layer,
      pointsFile === null ? null : (shas.get(pointsFile) ?? null),
    )
    const own = [
      ...place.findings,
      ...survey.findings,
      ...collection.findings,
      ...raking.findings,
      ...validateUrbanShare(draft, survey),
      ...improved,
    ]
    findings.push(...own.map((one) => ({ ...one, row: draft.row })))
    if (layer && draft.sound && !own.some(({ severity }) => severity === 'error')) {
      layers.push({ row: draft.row, layer, pointsFile })
    }
  }
  for (const { name } of sent) {
    if (!used.has(name)) {
      findings.push(
        warningAt(
          null,
          'survey',
          `The points file ${name} is attached, but no row names it.`,
          "Write its name in the column 'survey'.",
        ),
      )
    }
  }
  return { layers, findings }
}

function resolve(
  draft: LayerDraft,
  places: ValidatedPlaces,
  survey: ValidatedSurvey,
  collection: ValidatedCollection,
  raking: ValidatedRaking,
): Layer | null {
  const { iso3_code, target, source, source_wave, round, stack_name } = draft
  if (iso3_code === null || target === null || source === null || source_wave === null) return null
  if (round === null || stack_name === null || collection.id === null) return null
  if (survey.found === null || survey.columns === null || places.outlines === null) return null
  return {
    iso3_code,
    target,
    source,
    source_wave,
    source_date: draft.source_date,
    round,
    data_description: draft.data_description,
    survey_id: survey.found.kind === 'catalogued' ? survey.found.id : null,
    columns: survey.columns,
    remedies: survey.remedies,
    displacement: survey.displacement,
    stack_name,
    collection_id: collection.id,
    stack_version: collection.version,
    covariate_year: collection.year,
    population_band_id: collection.populationBandId,
    adm_levels: places.levels,
    place_group_version_ids: places.ids,
    method: draft.method,
    folds: draft.folds,
    block_km: draft.block_km,
    draws: draft.draws,
    seed: draft.seed,
    overfit_gap: draft.overfit_gap,
    adm_min_clusters: draft.adm_min_clusters,
    exceedance_threshold: draft.exceedance_threshold,
    urban_share: draft.urban_share,
    rake_to: draft.rake_to,
    rake_to_admin: raking.rakeTo,
    tags: draft.tags,
    improves: draft.improves,
  }
}
