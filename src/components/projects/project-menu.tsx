import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { type Project } from '#contract/projects/project-list.ts'
import { changeProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { RowMenu } from '~/components/ui/overlays/row-menu.tsx'
import { DeleteProject } from './delete-project.tsx'

export function ProjectMenu({ project, me }: { project: Project; me: Me }) {
  const [deleting, setDeleting] = useState(false)
  if (!may(me, changeProject)) return null
  return (
    <>
      <RowMenu label={`Actions for ${project.name}`}>
        <MenuItem asChild>
          <Link to="/projects/$id/edit" params={{ id: String(project.id) }}>
            <Pencil aria-hidden="true" />
            Edit
          </Link>
        </MenuItem>
        <MenuSeparator />
        <MenuItem className="text-error" onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </RowMenu>
      {deleting && <DeleteProject project={project} onClose={() => setDeleting(false)} />}
    </>
  )
}
