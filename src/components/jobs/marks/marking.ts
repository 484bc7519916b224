import { VERDICT_LABELS } from '~/components/jobs/verdict-labels.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'

export interface Marking {
  jobs: readonly Job[]
  final: boolean
  reason?: string
  /** Asks in any case, for a reason. */
  ask?: boolean
  /** Final jobs that lose their mark; the person has confirmed it. */
  superseding?: readonly Job[]
}
export type FinalMarking = Marking & Required<Pick<Marking, 'superseding'>>

/** The checks of a completed job that failed, in the words of the table. */
export const failedChecks = ({
  all_adm_pass,
  is_overfit,
  verdict,
}: Pick<Job, 'all_adm_pass' | 'is_overfit' | 'verdict'>) => [
  ...(verdict === 'none' ? [VERDICT_LABELS.none] : []),
  ...(all_adm_pass === false ? ['Not all ADM pass'] : []),
  ...(is_overfit === true ? ['Overfit'] : []),
]

export const mayBeFinal = (job: Job): boolean => job.status === 'completed' && !job.final
