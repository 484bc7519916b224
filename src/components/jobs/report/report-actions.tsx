import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { markJobsFinal } from '#contract/jobs/final.ts'
import { runAgain } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { useJobActions } from '~/components/jobs/list/job-actions.tsx'
import { isInProgress } from '~/components/jobs/job-labels.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Ellipsis, FileText, Link as LinkIcon, Printer, RotateCcw, WandSparkles } from 'lucide-react'
import { Menu, MenuItem } from '~/components/ui/overlays/menu.tsx'
import { copyText } from '~/components/shell/snackbar/copy-text.ts'
import { usePrintKey } from '~/components/shell/print-page.ts'
import { BriefDialog } from './files/brief-dialog.tsx'
import { FinalButton } from './final-button.tsx'
import { usePaper } from './print/paper.ts'
import { PrintDialog } from './print/print-dialog.tsx'

/** What is chosen when the job's submission is run again: never more than the layers that need it. */
const AGAIN: Partial<Record<JobReport['status'], 'improve' | 'failed' | 'unfinished'>> = {
  completed: 'improve',
  failed: 'failed',
  cancelled: 'unfinished',
}

/** The person's actions on this job. */
export function ReportActions({ report, me }: { report: JobReport; me: Me }) {
  const { actionsOf, mark, marking, dialogs } = useJobActions(me)
  const [isWritingBrief, setIsWritingBrief] = useState(false)
  const [printing, setPrinting] = useState(false)
  usePrintKey()
  usePaper()
  const completed = report.status === 'completed'
  const possible = actionsOf([report]).filter(({ disabled }) => !disabled)
  const others = possible.filter(({ key }) => key !== 'final' && key !== 'not-final')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {may(me, markJobsFinal) && (completed || report.final) && (
        <FinalButton report={report} busy={marking} onMark={mark} />
      )}
      {may(me, runAgain) && !isInProgress(report) && (
        <Link
          to="/modeling/submission/$id/again"
          params={{ id: String(report.submission_id) }}
          search={{ mode: AGAIN[report.status], job: report.id }}
          className={buttonClass({ variant: 'secondary' })}
        >
          {completed ? <WandSparkles aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
          {completed ? 'Improve' : 'Run again'}
        </Link>
      )}
      <Menu
        label="More actions"
        trigger={
          <Button variant="secondary" size="icon" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {others.map(({ key, label, icon: Icon, danger, onSelect }) => (
          <MenuItem key={key} className={danger ? 'text-error' : undefined} onSelect={onSelect}>
            <Icon aria-hidden="true" />
            {label}
          </MenuItem>
        ))}
        {completed && (
          <MenuItem onSelect={() => setIsWritingBrief(true)}>
            <FileText aria-hidden="true" />
            Download brief
          </MenuItem>
        )}
        <MenuItem onSelect={() => void copyText(location.href, 'Link')}>
          <LinkIcon aria-hidden="true" />
          Copy link
        </MenuItem>
        <MenuItem onSelect={() => setPrinting(true)}>
          <Printer aria-hidden="true" />
          Print / PDF
        </MenuItem>
      </Menu>
      {printing && <PrintDialog report={report} onClose={() => setPrinting(false)} />}
      {dialogs}
      {isWritingBrief && <BriefDialog report={report} onClose={() => setIsWritingBrief(false)} />}
    </div>
  )
}
