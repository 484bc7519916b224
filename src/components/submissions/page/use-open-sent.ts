import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { refetchJobs } from '~/components/jobs/list/live-jobs.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { formatLayers } from '~/components/submissions/new/format-layers.ts'

/** Opens the submission that was just sent; people who navigated away during the upload are notified instead. */
export function useOpenSent() {
  const router = useRouter()
  const client = useQueryClient()
  return ({ id }: Submission, layers: number) => {
    void refetchJobs(client)
    // Projects count their submissions.
    void client.invalidateQueries({ queryKey: ['projects'] })
    const open = () => void router.navigate({ to: '/modeling/submission/$id', params: { id: String(id) } })
    const here = router.state.location.pathname === '/modeling/submission'
    showSnackbar({
      color: 'success',
      message: `Submitted ${formatLayers(layers)}`,
      ...(!here && { action: { label: 'Open', onClick: open } }),
    })
    if (here) open()
  }
}
