import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import { failedChecks, nameCheck } from '~/components/accounts/login/checks.ts'
import { roleLabel } from '~/components/accounts/role-labels.ts'
import { LeaveGuard } from '~/components/form/leave-guard.tsx'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Card } from '~/components/ui/card.tsx'
import { meQuery, sessionQuery, updateMe } from '~/server/accounts.functions.ts'

const labels = { first_name: 'First name', last_name: 'Last name' }

export function NameCard({ me }: { me: Me }) {
  const client = useQueryClient()
  const router = useRouter()
  const { form, others, onSubmit } = useContractForm({
    defaults: { first_name: me.first_name, last_name: me.last_name },
    check: (_, values) =>
      failedChecks(values, { first_name: nameCheck('first name'), last_name: nameCheck('last name') }),
    send: async (_, __, values) => {
      const changed = await updateMe({ data: values })
      const { id, name, roles } = changed
      client.setQueryData(meQuery.queryKey, changed)
      client.setQueryData(
        sessionQuery.queryKey,
        (session) => session && { ...session, user: { id, name, roles } },
      )
      showSnackbar({ color: 'success', message: 'Your name is saved' })
      // The name in the top bar comes from the guard.
      await router.invalidate()
    },
  })
  return (
    <Card title="Name">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">Email</dt>
        <dd className="break-words">{me.email}</dd>
        <dt className="text-muted">Role</dt>
        <dd>{me.roles.map(({ name }) => roleLabel(name)).join(', ')}</dd>
      </dl>
      <form noValidate method="post" className="flex flex-col gap-4" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems labels={labels} others={others} />
          <LeaveGuard />
          <div className="grid gap-4 min-[500px]:grid-cols-2">
            <form.AppField name="first_name">
              {(field) => <field.TextField label={labels.first_name} required autoComplete="given-name" />}
            </form.AppField>
            <form.AppField name="last_name">
              {(field) => <field.TextField label={labels.last_name} required autoComplete="family-name" />}
            </form.AppField>
          </div>
          <div>
            <form.SubmitButton>Save name</form.SubmitButton>
          </div>
        </form.AppForm>
      </form>
    </Card>
  )
}
