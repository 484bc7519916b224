import { useQuery } from '@tanstack/react-query'
import type { Tag } from '#contract/projects/tag-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { deleteTag, tagUseQuery } from '~/server/tags.functions.ts'
import { TagUseSummary, isUsed } from './tag-use.tsx'
import { useTagCall } from './use-tag-call.ts'

/** Shows where the tag is used before it is taken off everything. */
export function DeleteTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { data: use } = useQuery(tagUseQuery(tag.id))
  const remove = useTagCall(
    (even_if_used: boolean) => deleteTag({ data: { id: tag.id, even_if_used } }),
    onClose,
  )
  const used = use !== undefined && isUsed(use)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${tag.name}?`}
      description={
        used
          ? 'The tag is removed from everything that has it. The layers and products are kept. This cannot be undone.'
          : 'This cannot be undone.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="danger"
            disabled={!use}
            busy={remove.isPending}
            onClick={() => remove.mutate(used)}
          >
            {used ? 'Remove and delete' : 'Delete tag'}
          </Button>
        </>
      }
    >
      <TagUseSummary tag={tag} onLeave={onClose} />
      {remove.isError && <Alert tone="error">{failureMessage(remove.error)}</Alert>}
    </Dialog>
  )
}
