import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { NONE, decimal } from '~/lib/figures.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { formatFolds } from '~/components/jobs/report/diagnostics/metrics-table.tsx'
import { sameData } from './differing-rows.ts'

type Folds = 'random' | 'block'

const sizesOf = ({ diagnostics }: JobReport, folds: Folds) =>
  readDiagnostics(diagnostics)?.fold_sizes?.[folds === 'random' ? 'cv_random' : 'cv_block']

/** What decides which clusters a fold holds out, besides the observations. */
function foldsOf({ diagnostics, seed }: JobReport, folds: Folds): string {
  const { parameters = {}, national } = readDiagnostics(diagnostics) ?? {}
  const own = folds === 'random' ? [parameters['folds']] : [parameters['block_folds'], parameters['block_km']]
  return JSON.stringify([parameters['seed'] ?? seed, national?.clusters, ...own])
}

const blockKm = ({ diagnostics }: JobReport) => readDiagnostics(diagnostics)?.parameters['block_km']

const MOST_DECIMALS = 6

/** `145 km`, one per job; with as many decimals as it takes to distinguish the lengths. */
export function blockLengths(jobs: readonly JobReport[]): string[] {
  const lengths = jobs.map(blockKm)
  const distinct = new Set(lengths).size
  const texts = (digits: number) =>
    lengths.map((length) =>
      typeof length === 'number' ? `${decimal(length, Math.max(digits, length < 10 ? 1 : 0))} km` : NONE,
    )
  let digits = 0
  while (digits < MOST_DECIMALS && new Set(texts(digits)).size < distinct) digits += 1
  return texts(digits)
}

/** `10 folds of 10 to 180 clusters` */
export const foldSizes = (job: JobReport, folds: Folds): string => formatFolds(sizesOf(job, folds)) ?? NONE

const unlike = (jobs: readonly JobReport[], folds: Folds): boolean =>
  new Set(jobs.map((job) => JSON.stringify([foldsOf(job, folds), sizesOf(job, folds)]))).size > 1

/**
 * Metrics are better or worse only on the same held-out clusters: other blocks, seeds or numbers of folds change them by
 * chance, and longer blocks make every prediction harder.
 */
export function whyNoVerdict(jobs: readonly JobReport[]): Partial<Record<Folds, string>> {
  if (!sameData(jobs)) {
    const reason = 'These jobs do not use the same observations, so none of them is called better or worse.'
    return { random: reason, block: reason }
  }
  const lengths = [...new Set(blockLengths(jobs))]
  const blocks = lengths.length > 1 ? `blocks of ${lengths.join(' and ')}` : 'another seed or number of folds'
  return {
    ...(unlike(jobs, 'random') && {
      random:
        'Their random folds differ (another seed or number of folds), so no metric of random folds is called better or worse.',
    }),
    ...(unlike(jobs, 'block') && {
      block: `Their block folds differ (${blocks}), so no metric of block folds is called better or worse: give the layers the same block_km, folds and seed.`,
    }),
  }
}
