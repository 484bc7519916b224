import type { QueryClient } from '@tanstack/react-query'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { showUndone } from '~/components/shell/snackbar/show-at-once.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { moveSubmission } from '~/server/submissions.functions.ts'

type Place = Pick<Submission, 'project_id' | 'project_name'>

/** Shows a submission in its new project at once, then moves it; Undo moves it back. */
export const saveProject = (client: QueryClient, submission: Submission, place: Place): Promise<void> =>
  move(client, submission, place, () => void move(client, { ...submission, ...place }, submission))

async function move(
  client: QueryClient,
  { id, title, project_id: former }: Submission,
  { project_id, project_name }: Place,
  undo?: () => void,
): Promise<void> {
  const takeBack = await showMoved(client, { id, former }, { project_id, project_name })
  try {
    await moveSubmission({ data: { id, project_id } })
    showSnackbar({
      color: 'success',
      message:
        project_id === null ? `${title} is no longer in a project` : `${title} is now in ${project_name}`,
      ...(undo && { action: { label: 'Undo', onClick: undo } }),
    })
  } catch (error) {
    takeBack()
    showUndone(error)
  }
  await Promise.all(
    ['submissions', 'projects'].map((resource) => client.invalidateQueries({ queryKey: [resource] })),
  )
}

interface SubmissionPage {
  content: Submission[]
  totalElements: number
}

/** In every cached list and on the submission's page; a list of the former project loses it. Answers what takes it back. */
async function showMoved(
  client: QueryClient,
  { id, former }: { id: number; former: number | null },
  place: Place,
): Promise<() => void> {
  // An answer that is on its way still has the former project. A first load has nothing to show yet, and goes on.
  await client.cancelQueries({
    queryKey: ['submissions'],
    predicate: ({ state }) => state.data !== undefined,
  })
  const list = { queryKey: ['submissions', 'list'] }
  const one = { queryKey: ['submissions', 'one', id] }
  const before = [list, one].flatMap((filter) => client.getQueriesData(filter))
  client.setQueriesData<Submission | null>(one, (submission) => submission && { ...submission, ...place })
  for (const [key, page] of client.getQueriesData<SubmissionPage>(list)) {
    if (!page?.content.some((submission) => submission.id === id)) continue
    const { project_id: projectIds } = key[2] as { project_id?: number[] }
    const leaves =
      former !== null &&
      projectIds?.includes(former) &&
      !projectIds.some((project) => project === place.project_id)
    client.setQueryData<SubmissionPage>(
      key,
      leaves
        ? {
            ...page,
            content: page.content.filter((submission) => submission.id !== id),
            totalElements: page.totalElements - 1,
          }
        : {
            ...page,
            content: page.content.map((submission) =>
              submission.id === id ? { ...submission, ...place } : submission,
            ),
          },
    )
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
