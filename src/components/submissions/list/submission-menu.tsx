import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { downloadConfig, moveSubmission } from '#contract/submissions/submissions.ts'
import { addSubmissionTags } from '#contract/projects/tags.ts'
import { addressOf } from '~/api/address.ts'
import { may } from '~/api/may.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { FileDown, FolderKanban, Layers, TagsIcon } from 'lucide-react'
import { MenuItem } from '~/components/ui/overlays/menu.tsx'
import { RowMenu } from '~/components/ui/overlays/row-menu.tsx'
import { submissionDialogs } from './submission-dialogs.ts'

export function SubmissionMenu({ submission, me }: { submission: Submission; me: Me }) {
  const { id, title, owner_id } = submission
  const [open, setOpen] = useState<keyof typeof submissionDialogs>()
  const Opened = open && submissionDialogs[open]
  return (
    <>
      <RowMenu label={`Actions for ${title}`}>
        <MenuItem asChild>
          <Link to="/modeling/submission/$id" params={{ id: String(id) }}>
            <Layers aria-hidden="true" />
            Open submission
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <a href={addressOf(downloadConfig, { params: { id } })} download>
            <FileDown aria-hidden="true" />
            Download configuration
          </a>
        </MenuItem>
        {may(me, addSubmissionTags) && (
          <MenuItem onSelect={() => setOpen('tags')}>
            <TagsIcon aria-hidden="true" />
            Tag all layers
          </MenuItem>
        )}
        {ownerMay(me, moveSubmission, owner_id) && (
          <MenuItem onSelect={() => setOpen('project')}>
            <FolderKanban aria-hidden="true" />
            Change project
          </MenuItem>
        )}
      </RowMenu>
      {Opened && <Opened submission={submission} onClose={() => setOpen(undefined)} />}
    </>
  )
}
