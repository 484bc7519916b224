import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure, showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import {
  addSubmissionTags,
  addTags,
  createTag,
  removeSubmissionTags,
  removeTags,
} from '~/server/tags.functions.ts'
import { type TagChange, groupChanges } from './tag-choice.ts'

interface Saving {
  changes: readonly TagChange[]
  /** Tags that do not exist yet, with their colours. */
  fresh: readonly { name: string; colour: string }[]
}

async function apply(changes: readonly TagChange[], whole: WholeSubmission | undefined): Promise<string> {
  const messages: string[] = []
  for (const { on, job_ids, tags } of groupChanges(changes)) {
    const { msg } =
      whole && job_ids.length === whole.jobs
        ? await (on ? addSubmissionTags : removeSubmissionTags)({ data: { submission_id: whole.id, tags } })
        : await (on ? addTags : removeTags)({ data: { job_ids, tags } })
    messages.push(msg)
  }
  return [...new Set(messages)].join(' ')
}

/** The jobs are all of one submission: a tag for each of them is one call. */
export interface WholeSubmission {
  id: number
  jobs: number
}

/** Creates new tags, then adds and removes; Undo reverses it. */
export function useSaveTags(onSaved: () => void, whole?: WholeSubmission) {
  const client = useQueryClient()
  const refetch = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['tags'] }),
      client.invalidateQueries({ queryKey: ['jobs'] }),
    ])
  const undo = async (changes: readonly TagChange[]) => {
    try {
      showSuccess({
        msg: await apply(
          changes.map((change) => ({ ...change, on: !change.on })),
          whole,
        ),
      })
    } catch (error) {
      showFailure(error)
    }
    await refetch()
  }
  return useMutation({
    mutationFn: async ({ changes, fresh }: Saving) => {
      for (const tag of fresh) await createTag({ data: tag })
      return apply(changes, whole)
    },
    onSuccess: (message, { changes }) => {
      showSnackbar({
        color: 'success',
        message,
        action: { label: 'Undo', onClick: () => void undo(changes) },
      })
      onSaved()
    },
    onError: showFailure,
    onSettled: () => refetch(),
  })
}
