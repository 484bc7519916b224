import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { type Project } from '#contract/projects/project-list.ts'
import { changeProject } from '#contract/projects/projects.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { FolderKanban, Pencil, Send, Trash2 } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { projectQuery } from '~/server/projects.functions.ts'
import { submissionsQuery } from '~/server/submissions.functions.ts'
import { SubmissionsTable } from '~/components/submissions/list/submissions-table.tsx'
import { DeleteProject } from '~/components/projects/delete-project.tsx'
import { ProjectFacts } from '~/components/projects/project-facts.tsx'
import { projectOfRoute } from '~/components/projects/project-of-route.ts'
import { ProjectCrumb } from '~/components/projects/project-crumb.tsx'

const search = searchOf({
  ...listSubmissions,
  query: listSubmissions.query.omit({ project_id: true }),
})
const ofProject = (id: number, query: ReturnType<typeof search.toQuery>) =>
  submissionsQuery({ ...listSubmissions.query.parse(query), project_id: [id] })

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

function ProjectPage() {
  const id = Number(Route.useParams().id)
  const { me } = Route.useRouteContext()
  const { data: project } = useSuspenseQuery(projectQuery(id))
  const { query, address } = useTableSearch(search, { project_id: [id] })
  const result = useQuery(ofProject(id, query))
  return (
    <Page title={project.name} actions={<Actions project={project} me={me} />}>
      <ProjectFacts project={project} />
      <h2 className="text-base font-semibold">Submissions</h2>
      <SubmissionsTable
        me={me}
        ofProject
        address={address}
        result={result}
        empty={{
          icon: Send,
          title: 'No submissions yet',
          text: may(me, runFile)
            ? 'Choose this project when you submit a configuration, or change the project of a submission.'
            : 'What your colleagues submit for this project appears here.',
        }}
      />
    </Page>
  )
}

function Actions({ project, me }: { project: Project; me: Me }) {
  const [deleting, setDeleting] = useState(false)
  const router = useRouter()
  if (!may(me, changeProject)) return null
  const { id } = project
  return (
    <>
      <Button variant="danger" onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <Link
        to="/projects/$id/edit"
        params={{ id: String(id) }}
        className={buttonClass({ variant: 'secondary' })}
      >
        <Pencil aria-hidden="true" />
        Edit
      </Link>
      <Link to="/modeling/submission" search={{ project_id: [id] }} className={buttonClass()}>
        <Send aria-hidden="true" />
        New submission
      </Link>
      {deleting && (
        <DeleteProject
          project={project}
          onClose={() => setDeleting(false)}
          onDeleted={() => router.navigate({ to: '/projects' })}
        />
      )}
    </>
  )
}
