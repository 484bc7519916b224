import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { FolderKanban } from 'lucide-react'
import { everyClientQuery } from '~/server/projects.functions.ts'
import { projectOfRoute } from '~/components/projects/project-of-route.ts'
import { EditProjectPage } from '~/components/projects/edit-project-page.tsx'

const ProjectCrumb = lazy(() => import('~/components/projects/project-crumb.tsx'))

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
  component: EditProjectPage,
})
