import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PROJECT_STATUSES, type Project } from '#contract/projects/project-list.ts'
import { createProject as contract } from '#contract/projects/projects.ts'
import { LoadFailed } from '~/components/form/load-failed.tsx'
import { pickEdited, rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { LeaveGuard } from '~/components/form/leave-guard.tsx'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { changeProject, createProject, everyClientQuery } from '~/server/projects.functions.ts'
import { MembersField } from './members-field.tsx'
import { PROJECT_STATUS_WORDS } from './project-labels.ts'

const labels = {
  name: 'Name',
  client_id: 'Client',
  status: 'Status',
  start_date: 'Start date',
  end_date: 'End date',
  description: 'Description',
  funding: 'Funding',
  data_selection: 'Selection of the data',
  data_sharing: 'Access to the data',
  add_members: 'Members',
  remove_members: 'Members',
}
const statuses = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS_WORDS[value] }))

type Texts = {
  name: string
  client_id: string
  status: string
  start_date: string
  end_date: string
  description: string
  funding: string
  data_selection: string
  data_sharing: string
  /** What changes, not the list: members whom someone else adds in the meantime stay. */
  add_members: readonly string[]
  remove_members: readonly string[]
}

/** What is empty on the form is empty in the project. */
const bodyOf = ({ client_id, start_date, end_date, add_members, ...texts }: Texts) => ({
  name: texts.name,
  status: texts.status,
  description: texts.description,
  funding: texts.funding,
  data_selection: texts.data_selection,
  data_sharing: texts.data_sharing,
  client_id: client_id === '' ? null : Number(client_id),
  start_date: start_date === '' ? null : start_date,
  end_date: end_date === '' ? null : end_date,
  members: add_members.map(Number),
})

const hasTexts = ({ funding, data_selection, data_sharing }: Project) =>
  [funding, data_selection, data_sharing].some((text) => text !== '')

/** Creates or changes a project, then opens it. */
export function ProjectForm({ previous }: { previous?: Project }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const clients = useQuery(everyClientQuery)
  const { form, onSubmit, others } = useContractForm({
    defaults: {
      name: previous?.name ?? '',
      client_id: String(previous?.client_id ?? ''),
      status: previous?.status ?? 'active',
      start_date: previous?.start_date ?? '',
      end_date: previous?.end_date ?? '',
      description: previous?.description ?? '',
      funding: previous?.funding ?? '',
      data_selection: previous?.data_selection ?? '',
      data_sharing: previous?.data_sharing ?? '',
      add_members: [],
      remove_members: [],
    } as Texts,
    check: (_body, values) => {
      const { name, ...rest } = bodyOf(values)
      const fields = rejectedFields(contract.body, { ...rest, ...(name.trim() !== '' && { name }) })
      const { start_date, end_date } = values
      return start_date !== '' && end_date !== '' && end_date < start_date
        ? { ...fields, end_date: 'The end must not be before the start.' }
        : fields
    },
    send: async (_body, _more, values, edited) => {
      const open = (id: number) => navigate({ to: '/projects/$id', params: { id: String(id) } })
      if (previous && edited.size === 0) return open(previous.id)
      const { members, ...body } = contract.body.parse(bodyOf(values))
      const changes = { ...body, add_members: members, remove_members: values.remove_members.map(Number) }
      const project = previous
        ? await changeProject({ data: { id: previous.id, ...pickEdited(changes, edited) } })
        : await createProject({ data: { ...body, members } })
      queryClient.setQueryData(['projects', 'one', project.id], project)
      showSnackbar({
        color: 'success',
        message: previous ? `${project.name} was changed.` : `${project.name} was created.`,
      })
      await open(project.id)
      void queryClient.invalidateQueries({ queryKey: ['projects'] })
      // Submissions name their project.
      void queryClient.invalidateQueries({ queryKey: ['submissions'] })
      void queryClient.invalidateQueries({ queryKey: ['jobs', 'methods'] })
    },
  })
  const clientOptions = [
    { value: '', label: clients.isPending ? 'Loading' : 'No client' },
    ...(clients.data?.content ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <form
      noValidate
      aria-label={previous ? 'Edit the project' : 'New project'}
      className="flex flex-col gap-4"
      onSubmit={onSubmit}
    >
      <form.AppForm>
        <form.FormProblems labels={labels} others={others} />
        <LeaveGuard />
      </form.AppForm>
      <LoadFailed what="Clients" query={clients} />
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            required
            maxLength={200}
            autoComplete="off"
            label={labels.name}
            help="Unique within its client. Up to 200 characters."
          />
        )}
      </form.AppField>
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <form.AppField name="client_id">
          {(field) => (
            <field.SelectField
              label={labels.client_id}
              options={clientOptions}
              help={
                <Link to="/projects/clients" className="inline-block py-1 text-link underline">
                  Manage clients
                </Link>
              }
            />
          )}
        </form.AppField>
        <form.AppField name="status">
          {(field) => <field.SelectField label={labels.status} options={statuses} />}
        </form.AppField>
        <form.AppField name="start_date">
          {(field) => (
            <field.TextField type="date" min="1900-01-01" max="2100-12-31" label={labels.start_date} />
          )}
        </form.AppField>
        <form.AppField name="end_date">
          {(field) => (
            <field.TextField type="date" min="1900-01-01" max="2100-12-31" label={labels.end_date} />
          )}
        </form.AppField>
      </div>
      <form.AppField name="description">
        {(field) => <field.TextAreaField rows={4} maxLength={5000} label={labels.description} />}
      </form.AppField>
      <details className="rounded border px-4 py-3" open={Boolean(previous && hasTexts(previous))}>
        <summary className="cursor-pointer font-medium">Texts for the methods page of its jobs</summary>
        <div className="mt-3 flex flex-col gap-4">
          <form.AppField name="funding">
            {(field) => (
              <field.TextAreaField
                rows={2}
                maxLength={2000}
                label={labels.funding}
                help="Who paid for the work."
              />
            )}
          </form.AppField>
          <form.AppField name="data_selection">
            {(field) => (
              <field.TextAreaField
                rows={3}
                maxLength={2000}
                label={labels.data_selection}
                help="How the data were found and accessed, and which were included and why."
              />
            )}
          </form.AppField>
          <form.AppField name="data_sharing">
            {(field) => (
              <field.TextAreaField
                rows={3}
                maxLength={2000}
                label={labels.data_sharing}
                help="Who gives access to the data, under which conditions, and whom to ask."
              />
            )}
          </form.AppField>
        </div>
      </details>
      <form.AppField name="add_members">
        {(added) => (
          <form.AppField name="remove_members">
            {(removed) => (
              <MembersField
                members={previous?.members ?? []}
                added={added.state.value}
                removed={removed.state.value}
                onAdded={added.handleChange}
                onRemoved={removed.handleChange}
              />
            )}
          </form.AppField>
        )}
      </form.AppField>
      <div className="flex flex-wrap gap-2">
        <form.AppForm>
          <form.SubmitButton>{previous ? 'Save changes' : 'Create project'}</form.SubmitButton>
        </form.AppForm>
        <Link
          {...(previous ? { to: '/projects/$id', params: { id: String(previous.id) } } : { to: '/projects' })}
          className={buttonClass({ variant: 'secondary' })}
        >
          Cancel
        </Link>
      </div>
    </form>
  )
}
