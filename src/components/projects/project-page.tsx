import { getRouteApi } from '@tanstack/react-router'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { type Project } from '#contract/projects/project-list.ts'
import { changeProject } from '#contract/projects/projects.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { Page } from '~/components/shell/page.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Pencil, Send, Trash2 } from 'lucide-react'
import { projectQuery } from '~/server/projects.functions.ts'
import { SubmissionsTable } from '~/components/submissions/list/submissions-table.tsx'
import { DeleteProject } from './delete-project.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { search, ofProject } from './project-search.ts'

const route = getRouteApi('/_authed/projects/$id')

export function ProjectPage() {
  const id = Number(route.useParams().id)
  const { me } = route.useRouteContext()
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
