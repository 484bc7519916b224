import { type LayerWarning, type WarnedLayer, layerWarnings } from '#common/layer-warnings.ts'
import type { BriefContext } from './brief-context.ts'

/** What is wrong with the layer in the document's language, the most severe first. */
export function warningsIn(context: BriefContext): string[] {
  const { report, diagnostics } = context.record
  const { all_adm_pass, is_overfit, rake_to, raked_units } = report
  const layer: WarnedLayer = { ...diagnostics, all_adm_pass, is_overfit, rake_to, raked_units }
  return layerWarnings(layer).map((warning) => write(context, warning))
}

function write(
  { texts, figures: { count, decimal, p, percent } }: BriefContext,
  warning: LayerWarning,
): string {
  const { warnings } = texts
  switch (warning.kind) {
    case 'units-contradict':
      return texts.contradictingUnits[warning.level]({ p: p(warning.p) })
    case 'narrow':
      return warnings.narrow({ covered: percent(warning.covered, 0), expected: percent(warning.expected, 0) })
    case 'poor':
      return warnings.poor({ r2: decimal(warning.r2, 2) })
    case 'nation-contradicts':
      return warnings[warning.kind]({
        observed: percent(warning.observed),
        modelled: percent(warning.modelled),
      })
    case 'extrapolation': {
      const share = percent(warning.share, 0)
      return warning.people === null
        ? texts.extrapolatedCountry({ share })
        : warnings.extrapolation({ share, people: count(warning.share * warning.people) })
    }
    case 'raked-nation':
      return warnings[warning.kind]({ to: percent(warning.to) })
    case 'raked-units':
      return warnings[warning.kind]({ units: count(warning.units) })
    default:
      return warnings[warning.kind]({})
  }
}
