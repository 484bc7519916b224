import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { currentPasswordCheck, failedChecks, newPasswordCheck } from '~/components/accounts/login/checks.ts'
import { CurrentPasswordField, NewPasswordField } from '~/components/accounts/login/password-fields.tsx'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Card } from '~/components/ui/card.tsx'
import { resetPassword, sessionsQuery } from '~/server/accounts.functions.ts'

const labels = { current_password: 'Current password', new_password: 'New password' }

export function PasswordCard({ me }: { me: Me }) {
  // A new key clears the fields.
  const [changes, setChanges] = useState(0)
  return (
    <Card title="Password">
      <PasswordForm key={changes} me={me} onChanged={() => setChanges(changes + 1)} />
    </Card>
  )
}

function PasswordForm({ me, onChanged }: { me: Me; onChanged: () => void }) {
  const client = useQueryClient()
  const { form, others, onSubmit } = useContractForm({
    defaults: { current_password: '', new_password: '' },
    check: (_, values) =>
      failedChecks(values, { current_password: currentPasswordCheck, new_password: newPasswordCheck }),
    send: async (_, __, values) => {
      showSuccess(await resetPassword({ data: values }))
      onChanged()
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={onSubmit}>
      <form.AppForm>
        <form.FormProblems labels={labels} others={others} />
        <p className="text-muted">A new password logs you out everywhere else; here you stay logged in.</p>
        {/* Shows password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
        <form.AppField name="current_password">
          {() => <CurrentPasswordField label={labels.current_password} />}
        </form.AppField>
        <form.AppField name="new_password">
          {() => (
            <NewPasswordField
              label={labels.new_password}
              personalWords={[me.email, me.first_name, me.last_name]}
            />
          )}
        </form.AppField>
        <div>
          <form.SubmitButton>Change password</form.SubmitButton>
        </div>
      </form.AppForm>
    </form>
  )
}
