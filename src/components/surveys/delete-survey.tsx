import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { runName } from '#common/run-name.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useRemoveFromCache } from '~/components/shell/use-remove-from-cache.ts'
import { surveyName } from './survey-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { count } from '~/lib/figures.ts'
import { deleteSurvey, surveyLayersQuery } from '~/server/surveys.functions.ts'

const NAMED = 5

/** Asks for confirmation; a survey that layers use stays, and the dialog names them. */
export function DeleteSurvey({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  const { id } = survey
  const client = useQueryClient()
  const navigate = useNavigate()
  const forget = useRemoveFromCache()
  const layers = useQuery({ ...surveyLayersQuery(id), staleTime: 0 })
  const used = layers.data?.totalElements ?? 0
  const remove = useMutation({
    mutationFn: () => deleteSurvey({ data: { id } }),
    onSuccess: async (answer) => {
      onClose()
      showSuccess(answer)
      await navigate({ to: '/survey/catalog/{-$mode}' })
      forget('surveys', id)
      await client.invalidateQueries({ queryKey: ['surveys'] })
    },
    // A layer may have been sent in the meantime.
    onError: () => layers.refetch(),
  })
  const name = surveyName(survey)
  return (
    <ConfirmDialog
      title={used > 0 ? `${name} is in use` : `Delete ${name}?`}
      description={
        used > 0
          ? `${count(used)} ${used === 1 ? 'layer uses' : 'layers use'} it. Their results name their survey, so it cannot be deleted. Import a corrected one under its own wave or round.`
          : 'No layer uses it. The survey, its points and its file are removed for good. This cannot be undone.'
      }
      action={used > 0 ? undefined : 'Delete the survey'}
      busy={remove.isPending}
      disabled={!layers.isSuccess}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {layers.isPending && <SkeletonLines lines={2} label="Checking where it is used" />}
      {layers.isError && <Alert tone="error">{failureMessage(layers.error)}</Alert>}
      {used > 0 && layers.data && (
        <ul aria-label="Where it is used" className="divide-y rounded border">
          {layers.data.content.slice(0, NAMED).map((job) => (
            <li key={job.id} className="px-3 py-2">
              <Link
                to="/spatial-catalog/report/$jobKey"
                params={{ jobKey: job.job_key }}
                className="text-link break-words hover:underline"
              >
                {runName(job, layers.data.content)}{' '}
                <span className="font-mono text-xs break-all text-muted">{job.job_key}</span>
              </Link>
            </li>
          ))}
          {used > NAMED && <li className="px-3 py-2 text-muted">and {count(used - NAMED)} more</li>}
        </ul>
      )}
      {remove.isError && used === 0 && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </ConfirmDialog>
  )
}
