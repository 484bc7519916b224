import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { SAMPLE_FORMATS, downloadSample } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { failureMessage, isTransient } from '~/api/api-error.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { FileSpreadsheet, X } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { draftKey } from './configuration-draft.ts'
import { ContinueDraft } from './continue-draft.tsx'
import { CONFIGURATION_ENDINGS } from './configuration-file.ts'
import { ErrorItems } from '~/components/findings/error-items.tsx'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'
import { PointsFiles } from './points-files.tsx'
import { useNewSubmission } from './use-new-submission.ts'
import { FixConfiguration } from '~/components/submissions/sheet/fix-configuration.tsx'

const sampleWords = { xlsx: 'Excel', csv: 'CSV', json: 'JSON' } as const

/** Choose a configuration, fix what its validation finds, cell by cell, and send it. */
export function NewSubmission({
  onSent,
  start,
  projectId,
}: {
  onSent: (submission: Submission, layers: number) => void
  /** A configuration to begin with. */
  start?: File
  /** The project chosen at first. */
  projectId?: number
}) {
  const state = useNewSubmission(onSent, projectId)
  const personId = useRouteContext({ from: '/_authed', select: ({ me }) => me.id })
  const begin = useEffectEvent((file: File) => void state.choose(file))
  useEffect(() => {
    if (start) begin(start)
  }, [start])
  const { chosen: selection, validate, send, start: opened } = state
  const name = opened?.name ?? selection?.file.name
  const id = useId()
  return (
    <Card title="New submission" help={<HelpLink topic="configuration-columns" />} actions={<Samples />}>
      {name !== undefined ? (
        <div className="flex flex-wrap items-center gap-2">
          <FileSpreadsheet aria-hidden="true" className="size-5 text-muted" />
          <span className="min-w-0 font-medium break-all">{name}</span>
          <Button variant="quiet" size="small" onClick={state.clear} disabled={send.isPending}>
            <X aria-hidden="true" />
            Choose another
          </Button>
        </div>
      ) : (
        <>
          <FileDrop
            label="Choose a configuration, or drop it here"
            help="One row per layer, as .xlsx, .csv or .json. It is checked at once; nothing is queued until you submit."
            accept={CONFIGURATION_ENDINGS}
            describedBy={state.problem ? id : undefined}
            onFiles={([file]) => file && void state.choose(file)}
          />
          {!start && <ContinueDraft draftKey={draftKey(personId)} onContinue={state.continueWith} />}
        </>
      )}
      {state.problem && (
        <Alert tone="error">
          <span id={id}>{state.problem}</span>
        </Alert>
      )}
      <PointsFiles
        files={state.surveys}
        isNeeded={validate.data?.findings.some(({ column }) => column === 'survey') ?? false}
        disabled={send.isPending}
        onAdd={state.addSurveys}
        onRemove={state.removeSurvey}
      />
      {validate.isPending && <SkeletonLines lines={5} label="Checking the configuration" />}
      {validate.isError && (
        <Alert tone="error" title={failureMessage(validate.error)}>
          <ErrorItems error={validate.error} />
          {isTransient(validate.error) ? (
            <Button
              variant="secondary"
              size="small"
              className="mt-2"
              onClick={() => selection && validate.mutate(selection)}
            >
              Try again
            </Button>
          ) : (
            'Fix the file and choose it again. Nothing was queued.'
          )}
        </Alert>
      )}
      {opened && (
        <FixConfiguration
          key={opened.previous ? validate.submittedAt : 'draft'}
          state={state}
          start={opened}
          personId={personId}
        />
      )}
    </Card>
  )
}

function Samples() {
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-2 text-sm text-muted">
      Sample
      {SAMPLE_FORMATS.map((format) => (
        <a
          key={format}
          href={addressOf(downloadSample, { params: { format } })}
          download
          aria-label={`Download the sample as ${sampleWords[format]}`}
          className="py-0.5 text-link hover:underline"
        >
          {sampleWords[format]}
        </a>
      ))}
    </p>
  )
}
