import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { routeOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { FolderKanban } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { projectOfRoute } from '~/components/projects/project-of-route.ts'
import { search, ofProject } from '~/components/projects/project-search.ts'
import { ProjectPage } from '~/components/projects/project-page.tsx'

const ProjectCrumb = lazy(() => import('~/components/projects/project-crumb.tsx'))

export const Route = createFileRoute('/_authed/projects/$id')({
  ...routeOf(search),
  loader: async ({ context: { queryClient }, deps, params }) => {
    await projectOfRoute(queryClient, params)
    await prefetchOnServer(
      queryClient.prefetchQuery(ofProject(Number(params.id), deps)),
      queryClient.prefetchQuery(countryNamesQuery),
    )
  },
  remountDeps: ({ params }) => params.id,
  staticData: {
    title: 'Project',
    icon: FolderKanban,
    breadcrumbs: ({ params }) => ['Projects', { text: params['id'] ?? '', Words: ProjectCrumb }],
  },
  notFoundComponent: () => <NoSuchRecord what="project" to="/projects" back="Back to the projects" />,
  component: ProjectPage,
})
