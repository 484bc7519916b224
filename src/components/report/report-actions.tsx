import { Link } from '@tanstack/react-router'
import { RotateCcw, WandSparkles } from 'lucide-react'
import type { Me } from '#contract/accounts.ts'
import { type JobReport, markJobsFinal } from '#contract/jobs.ts'
import { runAgain } from '#contract/submissions.ts'
import { may } from '~/api/may.ts'
import { useJobActions } from '~/components/jobs/job-actions.tsx'
import { isUnderWay } from '~/components/jobs/job-words.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { FinalButton } from './final-button.tsx'

/** What the person may do with this job. */
export function ReportActions({ report, me }: { report: JobReport; me: Me }) {
  const { actionsOf, mark, marking, dialogs } = useJobActions(me)
  const completed = report.status === 'completed'
  const others = actionsOf([report]).filter(
    ({ key, disabled }) => !disabled && key !== 'final' && key !== 'not-final',
  )
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {may(me, markJobsFinal) && (completed || report.final) && (
        <FinalButton report={report} busy={marking} onMark={mark} />
      )}
      {others.map(({ key, label, icon: Icon, danger, onSelect }) => (
        <Button key={key} variant={danger ? 'danger' : 'secondary'} onClick={onSelect}>
          <Icon aria-hidden="true" />
          {label}
        </Button>
      ))}
      {may(me, runAgain) && !isUnderWay(report) && (
        <Link
          to="/modeling/submission/$id/again"
          params={{ id: String(report.submission_id) }}
          search={{ mode: completed ? 'improve' : undefined, job: report.id }}
          className={buttonClass({ variant: 'secondary' })}
        >
          {completed ? <WandSparkles aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
          {completed ? 'Improve' : 'Run again'}
        </Link>
      )}
      {dialogs}
    </div>
  )
}
