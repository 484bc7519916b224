import type { LayerWarning } from '#common/layer-warnings.ts'
import type { OmissionKind } from '#common/interval-omissions.ts'
import type { BriefKind } from '#contract/jobs/briefs.ts'
import type { VerdictLevel } from '#contract/jobs/verdict.ts'
import type { CriterionName } from '#service/modelling/verdict/verdict-types.ts'

type Sentence<Values> = (values: { [Name in keyof Values]: string }) => string

/** The values of a warning, formatted. */
export type WarningValues = {
  [K in LayerWarning['kind']]: Omit<Extract<LayerWarning, { kind: K }>, 'kind'>
}

/** All words of the documents in one language: a missing one is an error of types. Values are formatted before. */
export interface BriefTexts {
  /** For numbers, dates and names of countries; also the language of the document. */
  locale: string
  kinds: Record<BriefKind, string>
  title: Sentence<{ target: string; country: string }>
  survey: Sentence<{ source: string; round: string }>
  written: Sentence<{ date: string; brand: string }>
  simulated: string
  page: Sentence<{ page: string; pages: string }>
  none: string
  levels: Record<1 | 2, string>
  summary: {
    title: string
    figure: string
    rakedFigure: string
    interval: Sentence<{ interval: string }>
    people: Sentence<{ affected: string; people: string; interval: string }>
    equalCells: string
    exceedance: Sentence<{ threshold: string; probability: string }>
    withheld: string
    use: string
    verdicts: Record<VerdictLevel, string>
    notFor: Record<Exclude<VerdictLevel, 'none'>, Sentence<{ reasons: string }>>
    criteria: Record<CriterionName, string>
    warnings: string
    noWarnings: string
  }
  warnings: { [K in Exclude<LayerWarning['kind'], 'units-contradict'>]: Sentence<WarningValues[K]> }
  contradictingUnits: Record<1 | 2, Sentence<{ p: string }>>
  extrapolatedCountry: Sentence<{ share: string }>
  map: {
    title: string
    alt: Sentence<{ target: string; country: string; from: string; to: string }>
    extremes: Sentence<{ highest: string; highestValue: string; lowest: string; lowestValue: string }>
    colours: Sentence<{ from: string; to: string }>
    hatched: string
    outlines: Record<1 | 2, string>
    clusters: string
  }
  units: {
    title: string
    about: string
    rank: string
    name: string
    modelled: string
    interval: string
    exceedance: Sentence<{ threshold: string }>
    people: string
    affected: string
    clusters: string
    observed: string
    openEnd: string
    cut: Sentence<{ shown: string; all: string }>
  }
  sheets: {
    rank: Sentence<{ rank: string; of: string; interval: string }>
    direct: Sentence<{ observed: string; interval: string }>
    alt: Sentence<{ unit: string; country: string }>
    frame: string
    clusters: string
    noClusters: string
    cluster: string
    examined: string
    cases: string
    observed: string
    fitted: string
    more: Sentence<{ shown: string; all: string }>
  }
  method: {
    title: string
    data: Sentence<{ clusters: string; survey: string }>
    covariates: Sentence<{ names: string }>
    noCovariates: string
    density: string
    towns: string
    surface: string
    draws: Sentence<{ draws: string }>
    byPeople: string
    byArea: string
    rakedNation: Sentence<{ to: string; unraked: string }>
    rakedUnits: Sentence<{ units: string }>
    blocks: Sentence<{ folds: string; km: string }>
    coverage: Sentence<{ covered: string; expected: string }>
    displaced: string
  }
  limits: {
    title: string
    period: string
    smooth: string
    associations: string
    extrapolation: string
    unweighted: string
    unstratified: string
    population: string
    noPopulation: string
    raked: string
    omitted: string
    omissions: Record<OmissionKind, string>
  }
  provenance: {
    title: string
    key: string
    submission: string
    author: string
    survey: string
    surveyDate: string
    method: string
    points: string
    collection: string
    covariate: string
    population: string
    outlines: Record<'adm0' | 'adm1' | 'adm2', string>
    submitted: string
    finished: string
    engine: string
    configuration: string
    setting: string
    value: string
  }
}
