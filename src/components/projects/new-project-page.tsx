import { getRouteApi } from '@tanstack/react-router'
import { createProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { ProjectForm } from './project-form.tsx'

const route = getRouteApi('/_authed/projects/new')

export function NewProjectPage() {
  const { me } = route.useRouteContext()
  return (
    <Page title="New project" className="max-w-160">
      {may(me, createProject) ? <ProjectForm /> : <WritersOnly what="create projects" />}
    </Page>
  )
}
