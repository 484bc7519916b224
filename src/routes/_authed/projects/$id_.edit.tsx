import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { changeProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { FolderKanban } from 'lucide-react'
import { everyClientQuery, projectQuery } from '~/server/projects.functions.ts'
import { ProjectForm } from '~/components/projects/project-form.tsx'
import { projectOfRoute } from '~/components/projects/project-of-route.ts'
import { ProjectCrumb } from '~/components/projects/project-crumb.tsx'

export const Route = createFileRoute('/_authed/projects/$id_/edit')({
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([projectOfRoute(queryClient, params), queryClient.prefetchQuery(everyClientQuery)])
  },
  staticData: {
    title: 'Edit project',
    icon: FolderKanban,
    breadcrumbs: ({ params }) => ['Projects', { text: params['id'] ?? '', Words: ProjectCrumb }, 'Edit'],
  },
  notFoundComponent: () => <NoSuchRecord what="project" to="/projects" back="Back to the projects" />,
  component: EditProject,
})

function EditProject() {
  const { me } = Route.useRouteContext()
  const { data } = useSuspenseQuery(projectQuery(Number(Route.useParams().id)))
  return (
    <Page title={`Edit ${data.name}`} className="max-w-160">
      {may(me, changeProject) ? (
        <ProjectForm key={data.id} previous={data} />
      ) : (
        <WritersOnly what="edit projects" />
      )}
    </Page>
  )
}
