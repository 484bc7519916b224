import { Link } from '@tanstack/react-router'
import { Ellipsis, FileDown, Layers } from 'lucide-react'
import { type Submission } from '#contract/submission-list.ts'
import { downloadConfig } from '#contract/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/menu.tsx'

export function SubmissionMenu({ submission: { id, title } }: { submission: Submission }) {
  return (
    <Menu
      label={`Actions for ${title}`}
      trigger={
        <Button variant="quiet" size="smallIcon" aria-label={`Actions for ${title}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
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
    </Menu>
  )
}
