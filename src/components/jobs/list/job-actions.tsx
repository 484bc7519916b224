import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { cancelJob } from '#contract/jobs/jobs.ts'
import { markJobsFinal } from '#contract/jobs/final.ts'
import { addToLayerTracker } from '#contract/layer-tracker.ts'
import { addTags } from '#contract/projects/tags.ts'
import { downloadZips } from '#contract/zips.ts'
import { may } from '~/api/may.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Ban, FileArchive, Map as MapIcon, Sheet, Star, StarOff, Tag } from 'lucide-react'
import { FEWEST_COMPARED, MOST_COMPARED } from '~/components/jobs/compare/compared.ts'
import { CancelDialog } from '~/components/jobs/cancel/cancel-dialog.tsx'
import { cancelMany, needsConfirmation, mayCancel } from '~/components/jobs/cancel/cancel-job.ts'
import { namedJobs } from '~/components/jobs/format-jobs.ts'
import { refetchJobs } from './live-jobs.ts'
import { useMarkFinal } from '~/components/jobs/marks/mark-final.ts'
import { type FinalMarking, type Marking, mayBeFinal } from '~/components/jobs/marks/marking.ts'
import { TagsDialog } from '~/components/tags/tags-dialog.tsx'
import { ZipDialog } from '~/components/jobs/marks/zip-dialog.tsx'
import { TrackerDialog } from '~/components/jobs/marks/tracker-dialog.tsx'
import { FinalDialog } from '~/components/jobs/marks/final-dialog.tsx'

type DialogState =
  | { kind: 'final'; marking: FinalMarking }
  | { kind: 'tags' | 'zip' | 'tracker' | 'cancel'; jobs: readonly Job[] }

interface JobActions {
  /** The actions that the role allows; disabled if none of these jobs permits them. */
  actionsOf: (jobs: readonly Job[]) => RowAction[]
  mark: (marking: Marking) => void
  marking: boolean
  /** Render it once per screen. */
  dialogs: ReactNode
}

/** The everyday actions on results, the same for one job and for several. */
export function useJobActions(me: Me): JobActions {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const close = () => setDialog(null)
  const { mutate: mark, isPending: marking } = useMarkFinal((ask) =>
    setDialog({ kind: 'final', marking: ask }),
  )
  const cancel = useMutation({
    mutationFn: cancelMany,
    onError: showFailure,
    onSettled: () => {
      close()
      return refetchJobs(client)
    },
  })

  const cancelAll = cancel.mutate
  // Stable, so that columns that use it do not re-render under an open menu.
  const actionsOf = useCallback(
    (jobs: readonly Job[]): RowAction[] => {
      /** Says how many of them it applies to, if not all. */
      const action = (
        key: string,
        label: string,
        icon: RowAction['icon'],
        fit: readonly Job[],
        onSelect: (fit: readonly Job[]) => void,
      ): RowAction => ({
        key,
        label: fit.length > 0 && fit.length < jobs.length ? `${label} (${fit.length})` : label,
        icon,
        disabled: fit.length === 0,
        onSelect: () => onSelect(fit),
      })
      const completed = jobs.filter(({ status }) => status === 'completed')
      const several = jobs.length >= FEWEST_COMPARED && jobs.length <= MOST_COMPARED
      const actions: (RowAction | false)[] = [
        jobs.length > 1 &&
          action(
            'compare',
            'Compare',
            MapIcon,
            several ? jobs : [],
            (fit) =>
              void navigate({ to: '/spatial-catalog/compare', search: { jobs: fit.map(({ id }) => id) } }),
          ),
        may(me, markJobsFinal) &&
          action('final', 'Mark as final', Star, jobs.filter(mayBeFinal), (fit) =>
            mark({ jobs: fit, final: true }),
          ),
        may(me, markJobsFinal) &&
          action(
            'not-final',
            'Remove final',
            StarOff,
            jobs.filter(({ final }) => final),
            (fit) => mark({ jobs: fit, final: false }),
          ),
        may(me, addTags) &&
          action('tags', 'Tags', Tag, jobs, (fit) => setDialog({ kind: 'tags', jobs: fit })),
        may(me, downloadZips) &&
          action('zip', 'Download zip', FileArchive, completed, (fit) =>
            setDialog({ kind: 'zip', jobs: fit }),
          ),
        may(me, addToLayerTracker) &&
          action('tracker', 'Add to layer tracker', Sheet, jobs, (fit) =>
            setDialog({ kind: 'tracker', jobs: fit }),
          ),
        may(me, cancelJob) && {
          ...action(
            'cancel',
            jobs.length === 1 ? 'Cancel job' : 'Cancel jobs',
            Ban,
            jobs.filter((job) => mayCancel(me, job)),
            (fit) => (needsConfirmation(fit) ? setDialog({ kind: 'cancel', jobs: fit }) : cancelAll(fit)),
          ),
          danger: true,
        },
      ]
      return actions.filter((one) => one !== false)
    },
    [me, mark, cancelAll, navigate],
  )

  return {
    actionsOf,
    mark,
    marking,
    dialogs: dialog && (
      <>
        {dialog.kind === 'final' && (
          <FinalDialog
            marking={dialog.marking}
            onConfirm={(next) => {
              close()
              mark(next)
            }}
            onClose={close}
          />
        )}
        {dialog.kind === 'tags' && (
          <TagsDialog jobs={dialog.jobs} what={namedJobs(dialog.jobs)} onClose={close} />
        )}
        {dialog.kind === 'zip' && <ZipDialog jobs={dialog.jobs} email={me.email} onClose={close} />}
        {dialog.kind === 'tracker' && <TrackerDialog jobs={dialog.jobs} onClose={close} />}
        {dialog.kind === 'cancel' && (
          <CancelDialog
            count={dialog.jobs.length}
            name={namedJobs(dialog.jobs)}
            busy={cancel.isPending}
            onConfirm={() => cancel.mutate(dialog.jobs)}
            onClose={close}
          />
        )}
      </>
    ),
  }
}
