import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '#contract/projects/project-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useRemoveFromCache } from '~/components/shell/use-remove-from-cache.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { deleteProject } from '~/server/projects.functions.ts'
import { formatSubmissions } from './project-labels.ts'

/** Asks for confirmation; a project with submissions is kept, and the dialog leads to them. */
export function DeleteProject({
  project: { id, name, submissions },
  onClose,
  onDeleted,
}: {
  project: Project
  onClose: () => void
  onDeleted?: () => Promise<void>
}) {
  const client = useQueryClient()
  const forget = useRemoveFromCache()
  const remove = useMutation({
    mutationFn: () => deleteProject({ data: { id } }),
    onSuccess: async (answer) => {
      onClose()
      showSuccess(answer)
      await onDeleted?.()
      forget('projects', id)
      await client.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  const used = submissions > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={used ? `${name} is in use` : `Delete ${name}?`}
      description={
        used
          ? `It has ${formatSubmissions(submissions)}, so it cannot be deleted. Set its status to completed or cancelled instead.`
          : 'It has no submissions. This cannot be undone.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {used ? 'Close' : 'Keep it'}
          </Button>
          {!used && (
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete project
            </Button>
          )}
        </>
      }
    >
      {used && (
        <Link
          to="/projects/$id"
          params={{ id: String(id) }}
          className="text-link underline underline-offset-2"
          onClick={onClose}
        >
          Show its submissions
        </Link>
      )}
      {remove.isError && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </Dialog>
  )
}
