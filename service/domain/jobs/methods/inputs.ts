import { DISPLACEMENT_WORDS } from '#contract/surveys/displacement.ts'
import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { isWeighted } from '#common/town-warnings.ts'
import { facts, gap, list, table, text } from './blocks.ts'
import { count } from './figures.ts'
import {
  type MethodsRecord,
  displacementOf,
  hasColumn,
  type StoredProvenance,
  projectGap,
  surveyGap,
  surveyedJob,
} from './methods-record.ts'

/** Item 3. */
export function access(record: MethodsRecord): MethodsBlock[] {
  const { survey, project, provenance } = record
  const { points } = provenance.inputs
  return [
    ...facts([
      ['Survey', `${record.report.source} ${record.report.source_wave}`],
      ['Address', survey?.source_url],
      ['Licence', survey?.licence],
      ['File', points.name],
      ['SHA-256', points.sha256],
      ['Imported', survey?.created_at.slice(0, 10)],
    ]),
    ...(survey?.source_url ? [] : [gap(surveyGap(record, 'The address of the survey'))]),
    project?.data_selection
      ? text(project.data_selection)
      : gap(projectGap(record, 'How the data were identified, accessed and selected')),
  ]
}

/** The findings that say what was not used. */
const EXCLUSIONS = new Set(['left-out', 'nodata', 'failed-folds'])

/** Item 4. */
export function selection(record: MethodsRecord): MethodsBlock[] {
  const { provenance, diagnostics, project, report } = record
  const { clusters, clusters_left_out: left, cells_without_covariates: empty } = provenance.counts
  return [
    text(
      `One survey was used: ${report.source} ${report.source_wave}, round ${report.round}. Its clusters are included if every covariate has a value there or near by.`,
    ),
    ...facts([
      ['Clusters in the file', count(clusters)],
      ['Clusters left out', count(left)],
      ['Cells without a value of some covariate, left out', count(empty)],
    ]),
    ...list(diagnostics.findings.filter(({ kind }) => EXCLUSIONS.has(kind)).map(({ message }) => message)),
    ...(project?.data_selection ? [] : [gap(projectGap(record, 'Why this survey was selected'))]),
  ]
}

/** Item 5. */
export function sources(record: MethodsRecord): MethodsBlock[] {
  const { report, survey, diagnostics } = record
  const displaced = displacementOf(record)
  const has = (column: string) => (hasColumn(record, column) ? 'given' : 'not given')
  return [
    ...facts([
      ['Survey', `${report.source} ${report.source_wave}, round ${report.round}`],
      ['Country', report.country],
      ['People', survey?.age_group],
      ['Period', survey?.period],
      ['Date', report.source_date],
      ['Clusters', count(diagnostics.national.clusters)],
      ['Households', typeof survey?.households === 'number' ? count(survey.households) : null],
      ['Weights', has('weight')],
      ['Strata', has('stratum')],
      ['Urban and rural', has('urban')],
      ['Coordinates', displaced ? DISPLACEMENT_WORDS[displaced] : null],
      ['Note', survey?.note],
    ]),
    ...(displaced
      ? []
      : [
          gap(
            'Whether the coordinates of clusters were displaced is not stated. State it in the survey or in the layer, before the layer runs.',
          ),
        ]),
    gap(
      'How the data were collected and how cases were measured is not recorded. See the report of the survey.',
    ),
  ]
}

/** Item 6. */
export function biases(record: MethodsRecord): MethodsBlock[] {
  const { report, diagnostics } = record
  const reasons = [
    ...(report.simulated ? ['The survey is simulated and describes no real people.'] : []),
    ...(isWeighted(surveyedJob(record))
      ? []
      : [
          'No weights were given, or the same for all. If some places were sampled more than others, the direct estimate is biased.',
        ]),
    ...(displacementOf(record) === 'dhs'
      ? ['The coordinates of clusters were displaced, so covariates are read near their places, not at them.']
      : []),
    ...diagnostics.findings
      .filter(({ kind }) => !EXCLUSIONS.has(kind) && kind !== 'raked' && kind !== 'bound')
      .map(({ message }) => message),
  ]
  return [
    ...list(reasons),
    gap(
      'Biases of the survey itself, such as non-response, recall and measurement, are not recorded. See the report of the survey.',
    ),
  ]
}

/** Item 7. */
export function otherInputs(record: MethodsRecord): MethodsBlock[] {
  const { covariates, population, place_groups } = record.provenance.inputs
  const rasters = [...covariates, ...(population ? [population] : [])]
  const missing = rasters.filter(({ source }) => !source).map(({ name }) => `'${name}'`)
  return [
    ...table('Covariates', RASTER_COLUMNS, covariates.map(rasterRow)),
    ...table('Population', RASTER_COLUMNS, population ? [rasterRow(population)] : []),
    ...(population ? [] : [text('No population was given: all cells have the same weight.')]),
    ...table(
      'Outlines',
      ['Level', 'Version', 'Units', 'SHA-256'],
      place_groups.map((group) => [
        group.place_type.toUpperCase(),
        group.version,
        count(group.units),
        group.sha256,
      ]),
    ),
    ...(missing.length > 0
      ? [
          gap(
            `The source is not stated for ${missing.join(', ')}. Edit the bands in the catalogue to state it.`,
          ),
        ]
      : []),
    gap(
      'The licences of covariates, population and outlines are not recorded, nor is the source of outlines beyond the name of their version.',
    ),
  ]
}

const RASTER_COLUMNS = ['Name', 'Source', 'Year', 'Unit', 'Resolution', 'Band', 'SHA-256']
type Raster = StoredProvenance['inputs']['covariates'][number]

function rasterRow({ name, source, url, description, year, unit, resolution_m, band, sha256 }: Raster) {
  const from = [source, description, url].filter(Boolean).join('; ')
  return [
    name,
    from || '–',
    year ? String(year) : '–',
    unit || '–',
    resolution_m ? `${count(resolution_m)} m` : '–',
    String(band),
    sha256,
  ]
}

/** Item 8. */
export function sharing(record: MethodsRecord): MethodsBlock[] {
  const { project, survey } = record
  return [
    text(
      'The clusters are in clusters-cv.csv, with their counts, places and predictions. provenance.json identifies every input by its SHA-256, so that anyone who obtains the files can check that they are the same.',
    ),
    ...facts([['Licence of the survey', survey?.licence]]),
    ...(survey?.licence ? [] : [gap(surveyGap(record, 'The licence of the survey'))]),
    project?.data_sharing
      ? text(project.data_sharing)
      : gap(projectGap(record, 'Who shares the data, and under which conditions,')),
  ]
}
