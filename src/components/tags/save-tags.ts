import type { QueryClient } from '@tanstack/react-query'
import type { Tag } from '#contract/projects/tag-list.ts'
import { ApiError, failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { showUndone, showAtOnce } from '~/components/shell/snackbar/show-at-once.ts'
import {
  addSubmissionTags,
  addTags,
  createTag,
  removeSubmissionTags,
  removeTags,
} from '~/server/tags.functions.ts'
import { type TagChange, changedTags, groupChanges } from './tag-choice.ts'

type NamedTag = Pick<Tag, 'name' | 'colour'>

interface Saving {
  changes: readonly TagChange[]
  /** Tags that do not exist yet. */
  fresh: readonly NamedTag[]
  /** Every tag that the dialog shows. */
  existing: readonly NamedTag[]
}

/** The jobs are all of one submission: a tag for each of them is one call. */
interface WholeSubmission {
  id: number
  jobs: number
}

/** Shows the tags at once, creates new ones, then adds and removes; Undo reverses it. */
export async function saveTags(
  client: QueryClient,
  { changes, fresh, existing }: Saving,
  whole?: WholeSubmission,
): Promise<void> {
  const takeBack = await showAtOnce(client, (job) => changedTags(job, changes, existing))
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      takeBack()
      showUndone(error)
    }
    await Promise.all(['tags', 'jobs'].map((resource) => client.invalidateQueries({ queryKey: [resource] })))
  }
  const undo = () => {
    takeBack()
    return attempt(async () =>
      showSuccess({
        msg: await apply(
          changes.map((change) => ({ ...change, on: !change.on })),
          whole,
        ),
      }),
    )
  }
  await attempt(async () => {
    for (const tag of fresh) await createTag({ data: tag })
    const message = await apply(changes, whole)
    showSnackbar({ color: 'success', message, action: { label: 'Undo', onClick: () => void undo() } })
  })
}

type Group = ReturnType<typeof groupChanges>[number]

/** All or none: if a call fails, those before it are reversed. */
async function apply(changes: readonly TagChange[], whole: WholeSubmission | undefined): Promise<string> {
  const groups: Group[] = []
  const messages: string[] = []
  try {
    for (const group of groupChanges(changes)) {
      messages.push((await send(group, whole)).msg)
      groups.push(group)
    }
  } catch (error) {
    await reverse(groups, whole, error)
    throw error
  }
  return [...new Set(messages)].join(' ')
}

const send = ({ on, job_ids, tags }: Group, whole: WholeSubmission | undefined) =>
  whole && job_ids.length === whole.jobs
    ? (on ? addSubmissionTags : removeSubmissionTags)({ data: { submission_id: whole.id, tags } })
    : (on ? addTags : removeTags)({ data: { job_ids, tags } })

async function reverse(
  groups: readonly Group[],
  whole: WholeSubmission | undefined,
  cause: unknown,
): Promise<void> {
  try {
    for (const group of groups.toReversed()) await send({ ...group, on: !group.on }, whole)
  } catch {
    throw new ApiError(0, failureMessage(cause))
  }
}
