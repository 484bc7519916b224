import { createFileRoute } from '@tanstack/react-router'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { FolderKanban } from 'lucide-react'
import { everyClientQuery } from '~/server/projects.functions.ts'
import { NewProjectPage } from '~/components/projects/new-project-page.tsx'

export const Route = createFileRoute('/_authed/projects/new')({
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(everyClientQuery)),
  staticData: { title: 'New project', icon: FolderKanban, breadcrumbs: ['Projects', 'New project'] },
  component: NewProjectPage,
})
