import { Link } from '@tanstack/react-router'
import { type Submission } from '#contract/submission-list.ts'
import { downloadConfig } from '#contract/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { FileDown, Layers } from '~/components/ui/icons.tsx'
import { MenuItem } from '~/components/ui/menu.tsx'
import { RowMenu } from '~/components/ui/row-menu.tsx'

export function SubmissionMenu({ submission: { id, title } }: { submission: Submission }) {
  return (
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
    </RowMenu>
  )
}
