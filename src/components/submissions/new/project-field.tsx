import { useQuery } from '@tanstack/react-query'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { everyProjectQuery } from '~/server/projects.functions.ts'

const OPEN = new Set(['planned', 'active', 'paused'])

/** The project of a submission: one that is not closed, or the one that was chosen before. */
export function ProjectField({
  projectId,
  help,
  helpIfUnavailable = help,
  disabled = false,
  onProject,
}: {
  projectId: number | null
  help?: string
  helpIfUnavailable?: string
  disabled?: boolean
  onProject: (id: number | null) => void
}) {
  const { data, isPending, isError } = useQuery(everyProjectQuery)
  const projects = (data?.content ?? []).filter(({ id, status }) => OPEN.has(status) || id === projectId)
  const unknown = projectId !== null && !projects.some(({ id }) => id === projectId)
  return (
    <Field label="Project" help={isError ? helpIfUnavailable : help}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={projectId === null ? '' : String(projectId)}
          onChange={({ target: { value } }) => onProject(value === '' ? null : Number(value))}
        >
          <option value="">{isPending ? 'Loading' : 'No project'}</option>
          {unknown && <option value={projectId}>Project {projectId}</option>}
          {projects.map(({ id, name, client_name }) => (
            <option key={id} value={id}>
              {client_name === null ? name : `${name} (${client_name})`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
