import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { currentPasswordCheck, newPasswordCheck } from '~/components/accounts/checks.ts'
import { ErrorSummary } from '~/components/accounts/error-summary.tsx'
import { NewPasswordField, PasswordField } from '~/components/accounts/password-field.tsx'
import { useForm } from '~/components/accounts/use-form.ts'
import { showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { resetPassword, sessionsQuery } from '~/server/accounts-profile.functions.ts'

const labels = { current_password: 'Current password', new_password: 'New password' }

export function PasswordCard({ me }: { me: Me }) {
  // A new key empties the fields.
  const [changes, setChanges] = useState(0)
  return (
    <Card title="Password">
      <PasswordForm key={changes} me={me} onChanged={() => setChanges(changes + 1)} />
    </Card>
  )
}

function PasswordForm({ me, onChanged }: { me: Me; onChanged: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    checks: { current_password: currentPasswordCheck, new_password: newPasswordCheck },
    send: (values) => resetPassword({ data: values }),
    onDone: (answer) => {
      showSuccess(answer)
      onChanged()
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <ErrorSummary {...form} labels={labels} />
      <p className="text-muted">A new password logs you out everywhere else; here you stay logged in.</p>
      {/* So that password managers know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
      <PasswordField
        name="current_password"
        label={labels.current_password}
        autoComplete="current-password"
        errors={form.errors}
      />
      <NewPasswordField
        name="new_password"
        label={labels.new_password}
        known={[me.email, me.first_name, me.last_name]}
        errors={form.errors}
      />
      <div>
        <Button type="submit" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  )
}
