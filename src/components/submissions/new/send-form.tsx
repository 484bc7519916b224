import { failureMessage } from '~/api/api-error.ts'
import { ErrorItems } from '~/components/findings/error-items.tsx'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { formatLayers } from './format-layers.ts'
import { ProjectField } from './project-field.tsx'
import { titleCheck } from './title-check.ts'
import type { NewSubmissionState, Sendable } from './use-new-submission.ts'

/** Title and the one button, enabled only if the configuration has no error. */
export function SendForm({
  state: { title, setTitle, projectId, setProjectId, send, stopSending, progress },
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
  const { form, onSubmit } = useContractForm({
    defaults: { title },
    check: titleCheck,
    send: async () => void (await send.mutateAsync(sendable())),
  })
  return (
    <form noValidate className="flex max-w-form flex-col gap-3" onSubmit={onSubmit}>
      <form.AppForm>
        <form.FormProblems labels={{ title: 'Title' }} />
        <form.AppField name="title" listeners={{ onChange: ({ value }) => setTitle(value) }}>
          {(field) => (
            <field.TextField
              label="Title"
              help="How you and your colleagues will find this submission"
              required
              maxLength={200}
              autoComplete="off"
              disabled={send.isPending}
            />
          )}
        </form.AppField>
        <ProjectField
          projectId={projectId}
          help="Optional"
          helpIfUnavailable="The projects could not be loaded. You can submit without one."
          disabled={send.isPending}
          onProject={setProjectId}
        />
        <div className="flex flex-wrap items-center gap-2">
          <form.SubmitButton disabled={!valid}>Submit {formatLayers(layers)}</form.SubmitButton>
          {send.isPending && (
            <Button variant="quiet" onClick={stopSending}>
              Stop
            </Button>
          )}
        </div>
      </form.AppForm>
      {send.isPending && (
        <div className="flex items-center gap-2 text-xs text-muted">
          <ProgressBar value={progress} label="Upload" className="max-w-60" />
          {progress < 1 ? <span className="tabular">{Math.floor(progress * 100)} %</span> : 'Being queued'}
        </div>
      )}
      {send.isError && (
        <Alert tone="error" title={failureMessage(send.error)}>
          <ErrorItems error={send.error} />
          <p>Sending the same file again is safe: it creates only one submission.</p>
        </Alert>
      )}
    </form>
  )
}
