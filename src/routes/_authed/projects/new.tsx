import { createFileRoute } from '@tanstack/react-router'
import { createProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { FolderKanban } from 'lucide-react'
import { everyClientQuery } from '~/server/projects.functions.ts'
import { ProjectForm } from '~/components/projects/project-form.tsx'

export const Route = createFileRoute('/_authed/projects/new')({
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(everyClientQuery)),
  staticData: { title: 'New project', icon: FolderKanban, breadcrumbs: ['Projects', 'New project'] },
  component: NewProject,
})

function NewProject() {
  const { me } = Route.useRouteContext()
  return (
    <Page title="New project" className="max-w-160">
      {may(me, createProject) ? <ProjectForm /> : <WritersOnly what="create projects" />}
    </Page>
  )
}
