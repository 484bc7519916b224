import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import { nameCheck } from '~/components/accounts/checks.ts'
import { ErrorSummary } from '~/components/accounts/error-summary.tsx'
import { roleLabel } from '~/components/accounts/role-words.ts'
import { TextField } from '~/components/accounts/text-field.tsx'
import { useForm } from '~/components/accounts/use-form.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { meQuery, sessionQuery } from '~/server/accounts.functions.ts'
import { updateMe } from '~/server/accounts-profile.functions.ts'

const labels = { first_name: 'First name', last_name: 'Last name' }

export function NameCard({ me }: { me: Me }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    checks: { first_name: nameCheck('first name'), last_name: nameCheck('last name') },
    send: (values) => updateMe({ data: values }),
    onDone: async (changed) => {
      const { id, name, roles } = changed
      client.setQueryData(meQuery.queryKey, changed)
      client.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, user: { id, name, roles } })
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
        <dt className="text-muted">{me.roles.length === 1 ? 'Role' : 'Roles'}</dt>
        <dd>{me.roles.map(({ name }) => roleLabel(name)).join(', ')}</dd>
      </dl>
      <form noValidate method="post" className="flex flex-col gap-4" onSubmit={form.onSubmit}>
        <ErrorSummary {...form} labels={labels} />
        <div className="grid gap-4 min-[500px]:grid-cols-2">
          <TextField
            name="first_name"
            label={labels.first_name}
            defaultValue={me.first_name}
            autoComplete="given-name"
            errors={form.errors}
          />
          <TextField
            name="last_name"
            label={labels.last_name}
            defaultValue={me.last_name}
            autoComplete="family-name"
            errors={form.errors}
          />
        </div>
        <div>
          <Button type="submit" busy={form.busy}>
            Save name
          </Button>
        </div>
      </form>
    </Card>
  )
}
