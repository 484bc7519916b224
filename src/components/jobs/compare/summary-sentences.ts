import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { VERDICT_LABELS } from '~/components/jobs/verdict-labels.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { percent } from '~/components/jobs/report/format.ts'
import { townWarnings } from '~/components/jobs/report/units/survey-design.ts'
import { decimal } from '~/lib/figures.ts'
import { whyNoVerdict } from './same-folds.ts'

type Pair = readonly [JobReport, JobReport]

/** What changes from job A to job B, in a few sentences; empty if neither has figures. */
export const summarySentences = (pair: Pair): string[] =>
  [predictionSentence(pair), nationalSentence(pair), verdictSentence(pair)].flatMap((text) => text ?? [])

const MIN_STANDARD_ERRORS = 2

/** The log predictive densities of held-out blocks, on the same folds. */
function predictionSentence(pair: Pair): string | undefined {
  const [before, after] = pair.map((job) => readDiagnostics(job.diagnostics)?.fold_scores?.cv_block.lpd ?? [])
  if (!before || !after || before.length < 2 || before.length !== after.length) return undefined
  if (whyNoVerdict(pair).block) return 'Their block folds differ, so their predictions cannot be compared.'
  const gains = after.map((value, fold) => value - before[fold]!)
  const gain = gains.reduce((sum, value) => sum + value, 0)
  const mean = gain / gains.length
  const variance = gains.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (gains.length - 1)
  const standardError = Math.sqrt(gains.length * variance)
  const size = `${decimal(Math.abs(gain), 1)} ± ${decimal(standardError, 1)} in log predictive density`
  if (Math.abs(gain) <= MIN_STANDARD_ERRORS * standardError)
    return `A and B predict held-out blocks equally well: they differ by ${size}.`
  return `${gain > 0 ? 'B' : 'A'} predicts held-out blocks better, by ${size}.`
}

function nationalSentence(pair: Pair): string | undefined {
  const [a, b] = pair.map((job) =>
    townWarnings(job).length > 0 ? undefined : readDiagnostics(job.diagnostics)?.national,
  )
  if (typeof a?.modelled !== 'number' || typeof b?.modelled !== 'number') return undefined
  const isInside = (figure: number, { modelled_lower, modelled_upper }: typeof a) =>
    modelled_lower !== null && modelled_upper !== null && figure >= modelled_lower && figure <= modelled_upper
  const insideA = isInside(b.modelled, a)
  const insideB = isInside(a.modelled, b)
  const where =
    insideA && insideB
      ? 'within both intervals'
      : insideA || insideB
        ? `within the interval of ${insideA ? 'A' : 'B'} only`
        : 'outside both intervals'
  return `The national figure is ${percent(a.modelled)} in A and ${percent(b.modelled)} in B, ${where}.`
}

function verdictSentence([a, b]: Pair): string | undefined {
  if (a.verdict === null || b.verdict === null) return undefined
  const labels = [a.verdict, b.verdict].map((level) =>
    VERDICT_LABELS[level].replace(/^[CN]/, (letter) => letter.toLowerCase()),
  )
  const usable = (label: string) => (label === 'not usable' ? label : `usable for: ${label}`)
  return a.verdict === b.verdict
    ? `Both are ${usable(labels[0]!)}.`
    : `A is ${usable(labels[0]!)}; B is ${usable(labels[1]!)}.`
}
