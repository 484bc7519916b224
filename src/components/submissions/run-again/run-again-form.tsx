import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Job } from '#contract/jobs/job-shapes.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import type { Validation } from '#contract/submissions/submissions.ts'
import { failureMessage } from '~/api/api-error.ts'
import { dropDraft, keepDraft } from '~/components/form/kept-draft.ts'
import { AskBeforeLeaving } from '~/components/form/leave-guard.tsx'
import { useAskBeforeUnload } from '~/components/form/use-ask-before-unload.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { AgainModes } from './again-modes.tsx'
import type { AgainMode } from './again-mode.ts'
import { changedLayers, fittingRows, ignoresKeptSurveys, jobsByRow, plan } from './again-plan.ts'
import { changesInDraft, draftKey } from '~/components/submissions/new/configuration-draft.ts'
import { ContinueDraft } from '~/components/submissions/new/continue-draft.tsx'
import { ErrorItems } from '~/components/findings/error-items.tsx'
import { ValidatedSheetView } from '~/components/submissions/sheet/validated-sheet-view.tsx'
import { formatLayers } from '~/components/submissions/new/format-layers.ts'
import { sheetOf } from '~/components/submissions/sheet/sheet.ts'
import { titleCheck } from '~/components/submissions/new/title-check.ts'
import { useValidatedSheet } from '~/components/submissions/sheet/use-validated-sheet.ts'
import { useRunAgain } from './use-run-again.ts'

/** The previous configuration, to be changed, validated while it is edited, and sent as a new submission. */
export function RunAgainForm({
  submission,
  configuration,
  jobs,
  mode,
  from,
  statusWord,
  onMode,
}: {
  submission: Submission
  configuration: Validation
  jobs: readonly Job[]
  mode: AgainMode
  /** The job whose report linked here. */
  from?: number
  statusWord: (job: Job) => string
  onMode: (mode: AgainMode) => void
}) {
  const [before] = useState(() => sheetOf(configuration))
  const [sheet, setSheet] = useState(before)
  const byRow = jobsByRow(configuration, jobs)
  const rows = fittingRows(sheet, mode, byRow)
  const { queued, changes } = plan(before, sheet, mode, byRow)
  const validated = useValidatedSheet(queued, {
    surveys: [],
    name: submission.config_name,
    previous: { sheet: before, validation: configuration },
    ignore: ignoresKeptSurveys(before, sheet),
  })
  const send = useRunAgain(submission.id)
  /** Until it fails; the answer opens the new submission before anything is drawn again. */
  const isSending = useRef(false)
  const personId = useRouteContext({ from: '/_authed', select: ({ me }) => me.id })
  const key = draftKey(personId, submission.id)
  const changed = changesInDraft({ before, sheet }) > 0
  const isSent = send.isSuccess
  useEffect(() => {
    if (isSent || (sheet !== before && !changed)) dropDraft(key)
    else if (changed)
      keepDraft(key, {
        name: submission.config_name,
        title: submission.title,
        projectId: null,
        before,
        sheet,
        surveys: [],
      })
  }, [isSent, changed, key, submission, before, sheet])
  useAskBeforeUnload(changed && !isSent)
  const { form, onSubmit } = useContractForm({
    defaults: { title: submission.title },
    check: titleCheck,
    send: async (_, __, { title }) => {
      isSending.current = true
      const request = {
        title: title.trim(),
        layers: changedLayers(changes),
        only_failed: mode === 'failed',
        only_unfinished: mode === 'unfinished',
        improves: mode === 'improve',
      }
      await send.mutateAsync(request).catch((error: unknown) => {
        isSending.current = false
        throw error
      })
    },
  })
  const layers = queued.rows.length
  return (
    <form noValidate className="flex min-w-0 flex-col gap-4" onSubmit={onSubmit}>
      {sheet === before && <ContinueDraft draftKey={key} onContinue={(draft) => setSheet(draft.sheet)} />}
      <AskBeforeLeaving
        title="Leave before the changes are submitted?"
        description="Your changes stay in this tab and are offered when you come back."
        isUnsent={() => changed && !isSending.current}
      />
      <AgainModes mode={mode} sheet={sheet} jobs={byRow} onMode={onMode} />
      <ValidatedSheetView
        sheet={rows}
        before={before}
        validated={validated}
        layers={layers}
        name={submission.config_name}
        noteOf={(row) => {
          const job = byRow.get(row)
          return (
            job && (
              <>
                {statusWord(job)}
                {job.id === from && <span className="block font-medium text-text">this job</span>}
              </>
            )
          )
        }}
        idle={idleWords(mode, rows.rows.length, layers)}
        onChange={setSheet}
      />
      <p className="text-muted">
        {changes.length === 0
          ? 'Nothing is changed yet.'
          : `${changes.length.toLocaleString('en')} ${changes.length === 1 ? 'cell differs' : 'cells differ'} from submission ${submission.id}; ${changes.length === 1 ? 'it is' : 'they are'} marked.`}{' '}
        Points files that were sent with submission {submission.id} are used again.
      </p>
      <form.AppForm>
        <form.FormProblems labels={{ title: 'Title' }} />
        <form.AppField name="title">
          {(field) => (
            <field.TextField
              label="Title"
              required
              maxLength={200}
              autoComplete="off"
              className="max-w-form"
              disabled={send.isPending}
            />
          )}
        </form.AppField>
      </form.AppForm>
      {send.isError && (
        <Alert tone="error" title={failureMessage(send.error)}>
          <ErrorItems error={send.error} />
        </Alert>
      )}
      <form.AppForm>
        <div>
          <form.SubmitButton disabled={!validated.valid || layers === 0}>
            Submit {formatLayers(layers)}
          </form.SubmitButton>
        </div>
      </form.AppForm>
    </form>
  )
}

function idleWords(mode: AgainMode, fitting: number, layers: number): string | undefined {
  if (layers > 0) return undefined
  if (mode === 'failed') return 'No layer of this submission has failed.'
  if (mode === 'unfinished') return 'No layer of this submission has failed or was cancelled.'
  if (fitting === 0) return 'No layer of this submission is completed, so there is nothing to improve yet.'
  return 'Change at least one cell. Only changed layers run; each replaces the job that it improves.'
}
