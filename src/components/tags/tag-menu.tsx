import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Tag } from '#contract/projects/tag-list.ts'
import { changeTag } from '#contract/projects/tags.ts'
import { may } from '~/api/may.ts'
import { Merge, Pencil, SearchCheck, Trash2 } from 'lucide-react'
import { MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { RowMenu } from '~/components/ui/overlays/row-menu.tsx'
import { DeleteTag } from './delete-tag.tsx'
import { MergeTag } from './merge-tag.tsx'
import { TagForm } from './tag-form.tsx'
import { TagUseDialog } from './tag-use-dialog.tsx'

export function TagMenu({ tag, me }: { tag: Tag; me: Me }) {
  const [open, setOpen] = useState<'use' | 'edit' | 'merge' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <RowMenu label={`Actions for ${tag.name}`}>
        <MenuItem onSelect={() => setOpen('use')}>
          <SearchCheck aria-hidden="true" />
          Where used
        </MenuItem>
        {may(me, changeTag) && (
          <>
            <MenuItem onSelect={() => setOpen('edit')}>
              <Pencil aria-hidden="true" />
              Rename or recolour
            </MenuItem>
            <MenuItem onSelect={() => setOpen('merge')}>
              <Merge aria-hidden="true" />
              Merge into another tag
            </MenuItem>
            <MenuSeparator />
            <MenuItem className="text-error" onSelect={() => setOpen('delete')}>
              <Trash2 aria-hidden="true" />
              Delete
            </MenuItem>
          </>
        )}
      </RowMenu>
      {open === 'use' && <TagUseDialog tag={tag} onClose={close} />}
      {open === 'edit' && <TagForm previous={tag} onClose={close} />}
      {open === 'merge' && <MergeTag tag={tag} onClose={close} />}
      {open === 'delete' && <DeleteTag tag={tag} onClose={close} />}
    </>
  )
}
