import { failureMessage } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { ErrorItems } from '~/components/findings/error-items.tsx'
import { layersInWords } from './layers-in-words.ts'
import { ProjectField } from './project-field.tsx'
import { TitleField } from './title-field.tsx'
import type { NewSubmissionState, Sendable } from './use-new-submission.ts'

/** Title and the one button, enabled only if nothing prevents the submission. */
export function SendForm({
  state,
  valid,
  layers,
  sendable,
}: {
  state: NewSubmissionState
  valid: boolean
  layers: number
  /** Builds the payload at the moment of sending. */
  sendable: () => Sendable
}) {
  const { title, setTitle, send, progress } = state
  const untitled = title.trim() === ''
  return (
    <form
      className="flex max-w-form flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && !untitled && !send.isPending) send.mutate(sendable())
      }}
    >
      <TitleField
        title={title}
        help="How you and your colleagues will find this submission"
        disabled={send.isPending}
        onTitle={setTitle}
      />
      <ProjectField projectId={state.projectId} disabled={send.isPending} onProject={state.setProjectId} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={!valid || untitled} busy={send.isPending}>
          Submit {layersInWords(layers)}
        </Button>
        {send.isPending && (
          <Button variant="quiet" onClick={state.stopSending}>
            Stop
          </Button>
        )}
      </div>
      {send.isPending && (
        <div className="flex items-center gap-2 text-xs text-muted">
          <ProgressBar value={progress} label="Upload" className="max-w-60" />
          {progress < 1 ? <span className="tabular">{Math.floor(progress * 100)} %</span> : 'Being queued'}
        </div>
      )}
      {send.isError && (
        <Alert tone="error" title={failureMessage(send.error)}>
          <ErrorItems error={send.error} />
          <p>Sending the same file again is safe: it becomes one submission.</p>
        </Alert>
      )}
    </form>
  )
}
