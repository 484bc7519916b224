import { coverageVerdict } from './coverage-verdict.ts'
import { isWeighted, townWarnings } from './town-warnings.ts'

type Figure = number | null | undefined

/** What of a completed job and its diagnostics the warnings depend on. */
export interface WarnedLayer {
  parameters: { weighted?: unknown }
  findings: readonly { kind: string; message: string }[]
  cv_block?: { r2?: Figure; coverage_95?: Figure; expected_coverage_95?: Figure } | undefined
  national?:
    | { clusters: number; observed: Figure; modelled: Figure; unraked: Figure; people: Figure }
    | undefined
  adm1?: { together?: { p_value: number } | null | undefined } | undefined
  adm2?: { together?: { p_value: number } | null | undefined } | undefined
  verdict?: { criteria: readonly { name: string; value: number | null; met: boolean }[] } | undefined
  all_adm_pass: boolean | null
  is_overfit: boolean | null
  rake_to: number | null
  /** How many units are raked. */
  raked_units: number
}

/** Findings that are warnings by their kind alone. */
const FINDINGS = ['coverage', 'far-value', 'outlier', 'failed-folds', 'left-out', 'weights', 'prior'] as const

export type LayerWarning =
  | { kind: 'towns' | 'nodata' | 'overfit' | 'no-better' | 'units-outside' | (typeof FINDINGS)[number] }
  | { kind: 'units-contradict'; level: 1 | 2; p: number }
  | { kind: 'narrow'; covered: number; expected: number }
  | { kind: 'poor'; r2: number }
  | { kind: 'nation-contradicts'; observed: number; modelled: number }
  | { kind: 'extrapolation'; share: number; people: number | null }
  | { kind: 'raked-nation'; to: number }
  | { kind: 'raked-units'; units: number }

/** The test of units rejects one correct model in twenty. */
export const unitsDiffer = ({ p_value }: { p_value: number }) => p_value < 0.05

const POOR_R2 = 0.2
const LEAST_EXTRAPOLATED = 0.01

/** What is wrong with a completed layer, the most severe first. */
export function layerWarnings(layer: WarnedLayer): LayerWarning[] {
  const has = (kind: string) => layer.findings.some((one) => one.kind === kind)
  const warnings: (LayerWarning | false | undefined)[] = [
    !isWeighted(layer) && townWarnings(layer).length > 0 && { kind: 'towns' },
    has('nodata') && { kind: 'nodata' },
    contradiction(1, layer.adm1),
    contradiction(2, layer.adm2),
    narrowIntervals(layer),
    layer.is_overfit === true && { kind: 'overfit' },
    poorBlocks(layer),
    contradictedNation(layer),
    extrapolation(layer),
    ...FINDINGS.map((kind) => has(kind) && { kind }),
    layer.all_adm_pass === false && { kind: 'units-outside' },
    typeof layer.rake_to === 'number'
      ? { kind: 'raked-nation', to: layer.rake_to }
      : layer.raked_units > 0 && { kind: 'raked-units', units: layer.raked_units },
  ]
  return warnings.filter((one) => typeof one === 'object')
}

function contradiction(level: 1 | 2, tally: WarnedLayer['adm1']): LayerWarning | undefined {
  const test = tally?.together
  return test && unitsDiffer(test) ? { kind: 'units-contradict', level, p: test.p_value } : undefined
}

/** Without an R² no share varies, and intervals cannot be checked. */
function narrowIntervals({ cv_block, national }: WarnedLayer): LayerWarning | undefined {
  const { r2, coverage_95: covered, expected_coverage_95: expected } = cv_block ?? {}
  if (typeof r2 !== 'number' || coverageVerdict(covered, expected, national?.clusters) !== 'narrow')
    return undefined
  return { kind: 'narrow', covered: covered!, expected: expected! }
}

function poorBlocks({ cv_block }: WarnedLayer): LayerWarning | undefined {
  const r2 = cv_block?.r2
  if (typeof r2 !== 'number' || r2 > POOR_R2) return undefined
  return r2 <= 0 ? { kind: 'no-better' } : { kind: 'poor', r2 }
}

function contradictedNation({ verdict, national }: WarnedLayer): LayerWarning | undefined {
  const criterion = verdict?.criteria.find(({ name }) => name === 'national')
  const observed = national?.observed
  const modelled = national?.unraked ?? national?.modelled
  if (!criterion || criterion.met || typeof observed !== 'number' || typeof modelled !== 'number')
    return undefined
  return { kind: 'nation-contradicts', observed, modelled }
}

function extrapolation({ verdict, national }: WarnedLayer): LayerWarning | undefined {
  const criterion = verdict?.criteria.find(({ name, value }) => name === 'extrapolation' && value !== null)
  const share = criterion?.value
  if (!share || share < LEAST_EXTRAPOLATED) return undefined
  return { kind: 'extrapolation', share, people: national?.people ?? null }
}
