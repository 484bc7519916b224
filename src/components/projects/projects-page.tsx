import { searchOf } from '~/components/data-table/address/search.ts'
import { listProjects } from '#contract/projects/project-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FolderKanban } from 'lucide-react'
import { projectsQuery } from '~/server/projects.functions.ts'
import { projectColumns } from './project-columns.tsx'
import { useProjectFilters } from './project-filters.ts'

const search = searchOf(listProjects)

const route = getRouteApi('/_authed/projects/')

export function ProjectsPage() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
  const result = useQuery(projectsQuery(query))
  const filters = useProjectFilters()
  const columns = useMemo(() => projectColumns(me), [me])
  const writes = may(me, createProject)
  return (
    <Page title="Projects" actions={writes && <PageAction to="/projects/new">New project</PageAction>}>
      <p className="max-w-prose text-muted">
        A project groups the submissions of one piece of work, for a client or for your own organisation.
      </p>
      <DataTable
        label="Projects"
        pluralNoun="projects"
        columns={columns}
        {...address}
        filters={filters}
        result={result}
        empty={{
          icon: FolderKanban,
          title: 'No projects yet',
          text: writes
            ? 'Create one, then choose it when you submit layers.'
            : 'Projects that your colleagues create appear here.',
        }}
      />
    </Page>
  )
}
