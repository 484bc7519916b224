import { getRouteApi } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { changeProject } from '#contract/projects/projects.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { projectQuery } from '~/server/projects.functions.ts'
import { ProjectForm } from './project-form.tsx'

const route = getRouteApi('/_authed/projects/$id_/edit')

export function EditProjectPage() {
  const { me } = route.useRouteContext()
  const { data } = useSuspenseQuery(projectQuery(Number(route.useParams().id)))
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
