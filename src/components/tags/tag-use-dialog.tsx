import type { Tag } from '#contract/projects/tag-list.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { TagUseSummary } from './tag-use.tsx'

export function TagUseDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Where ${tag.name} is used`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <TagUseSummary tag={tag} onLeave={onClose} />
    </Dialog>
  )
}
