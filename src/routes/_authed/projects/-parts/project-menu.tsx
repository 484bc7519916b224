import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { type Project } from '#contract/project-list.ts'
import { changeProject } from '#contract/projects.ts'
import { may } from '~/api/may.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '~/components/ui/menu.tsx'
import { DeleteProject } from './delete-project.tsx'

export function ProjectMenu({ project, me }: { project: Project; me: Me }) {
  const [deleting, setDeleting] = useState(false)
  if (!may(me, changeProject)) return null
  const label = `Actions for ${project.name}`
  return (
    <>
      <Menu
        label={label}
        trigger={
          <Button variant="quiet" size="smallIcon" aria-label={label}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
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
      </Menu>
      {deleting && <DeleteProject project={project} onClose={() => setDeleting(false)} />}
    </>
  )
}
