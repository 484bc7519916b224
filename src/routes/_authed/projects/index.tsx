import { listProjects } from '#contract/projects/project-list.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { FolderKanban } from 'lucide-react'
import { projectsQuery } from '~/server/projects.functions.ts'
import { ProjectsPage } from '~/components/projects/projects-page.tsx'

export const Route = createFileRoute('/_authed/projects/')({
  ...routeOf(searchOf(listProjects)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(projectsQuery(deps))),
  staticData: {
    name: 'Projects',
    list: 'listProjects',
    title: 'Projects',
    icon: FolderKanban,
    breadcrumbs: ['Projects'],
  },
  component: ProjectsPage,
})
