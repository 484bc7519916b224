import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { moveSubmission } from '#contract/submissions/submissions.ts'
import { addSubmissionTags } from '#contract/projects/tags.ts'
import { may } from '~/api/may.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Button } from '~/components/ui/button.tsx'
import { FolderKanban, TagsIcon } from 'lucide-react'
import { submissionDialogs } from '~/components/submissions/list/submission-dialogs.ts'

/** What opens a dialog: the tags of all layers, and the project. */
export function SubmissionButtons({ submission, me }: { submission: Submission; me: Me }) {
  const [open, setOpen] = useState<keyof typeof submissionDialogs>()
  const Opened = open && submissionDialogs[open]
  return (
    <>
      {may(me, addSubmissionTags) && (
        <Button variant="secondary" onClick={() => setOpen('tags')}>
          <TagsIcon aria-hidden="true" />
          Tag all layers
        </Button>
      )}
      {ownerMay(me, moveSubmission, submission.owner_id) && (
        <Button variant="secondary" onClick={() => setOpen('project')}>
          <FolderKanban aria-hidden="true" />
          Change project
        </Button>
      )}
      {Opened && <Opened submission={submission} onClose={() => setOpen(undefined)} />}
    </>
  )
}
