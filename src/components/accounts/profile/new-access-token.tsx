import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { SCOPES, SCOPE_ACCESS, type Scope } from '#contract/endpoint.ts'
import { may } from '~/api/may.ts'
import { failedChecks } from '~/components/accounts/login/checks.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Plus } from 'lucide-react'
import { accessTokensQuery, createAccessToken } from '~/server/accounts.functions.ts'
import { expiries, scopeWords } from './scope-labels.ts'

type OnCreated = (fresh: { name: string; token: string }) => void

export function NewAccessToken({ onCreated }: { onCreated: OnCreated }) {
  const [open, setOpen] = useState(false)
  const created: OnCreated = (fresh) => {
    setOpen(false)
    // After the dialog has returned the focus, so that the token's field can take it.
    setTimeout(() => onCreated(fresh), 0)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="New access token"
      description="The token acts on your behalf, with your role, limited to its scopes."
      trigger={
        <Button variant="secondary" size="small">
          <Plus aria-hidden="true" />
          New token
        </Button>
      }
    >
      <TokenForm onCreated={created} />
    </Dialog>
  )
}

const labels = { name: 'Name', scopes: 'Scopes', expires_in_days: 'Expires after' }
const defaults = { name: '', scopes: ['read'] as readonly Scope[], expires_in_days: '90' }
const checks = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name that says what the token is for.' : undefined),
  scopes: (scopes: readonly Scope[]) => (scopes.length === 0 ? 'Choose at least one scope.' : undefined),
}
const endings = expiries.map(({ days, label }) => ({ value: String(days), label }))

function TokenForm({ onCreated }: { onCreated: OnCreated }) {
  const client = useQueryClient()
  const { form, others, onSubmit } = useContractForm({
    defaults,
    check: (_, values) => failedChecks(values, checks),
    send: async (_, __, { name, scopes, expires_in_days }) => {
      const fresh = await createAccessToken({
        data: { name: name.trim(), scopes: [...scopes], expires_in_days: Number(expires_in_days) },
      })
      void client.invalidateQueries({ queryKey: accessTokensQuery.queryKey })
      onCreated({ name: fresh.name, token: fresh.token })
    },
  })
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={onSubmit}>
      <form.AppForm>
        <form.FormProblems labels={labels} others={others} />
        <form.AppField name="name">
          {(field) => (
            <field.TextField
              label={labels.name}
              help="What it is for, e.g. ‘Nightly script on the cluster’."
              required
              autoComplete="off"
              maxLength={100}
            />
          )}
        </form.AppField>
        <form.AppField name="scopes">
          {({ state, handleChange }) => (
            <Scopes
              scopes={state.value}
              error={(state.meta.errors as (string | undefined)[])[0]}
              onChange={handleChange}
            />
          )}
        </form.AppField>
        <form.AppField name="expires_in_days">
          {(field) => (
            <field.SelectField label={labels.expires_in_days} options={endings} className="self-start" />
          )}
        </form.AppField>
        <div className="flex justify-end">
          <form.SubmitButton>Create token</form.SubmitButton>
        </div>
      </form.AppForm>
    </form>
  )
}

function Scopes({
  scopes,
  error,
  onChange,
}: {
  scopes: readonly Scope[]
  error?: string
  onChange: (scopes: readonly Scope[]) => void
}) {
  const me = useRouteContext({ from: '/_authed', select: (context) => context.me })
  const offered = SCOPES.filter((scope) => may(me, { access: SCOPE_ACCESS[scope] }))
  const toggle = (scope: Scope) =>
    onChange(SCOPES.filter((one) => (one === scope ? !scopes.includes(one) : scopes.includes(one))))
  return (
    <fieldset
      id="scopes"
      tabIndex={-1}
      className="flex flex-col gap-2 outline-none"
      aria-describedby={error && 'scopes-error'}
    >
      <legend className="mb-1 text-sm font-medium">{labels.scopes}</legend>
      {offered.map((scope) => (
        <ScopeChoice key={scope} scope={scope} checked={scopes.includes(scope)} onToggle={toggle} />
      ))}
      {error && (
        <p id="scopes-error" className="text-xs text-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function ScopeChoice({
  scope,
  checked,
  onToggle,
}: {
  scope: Scope
  checked: boolean
  onToggle: (scope: Scope) => void
}) {
  const { label, help } = scopeWords[scope]
  const id = `scope-${scope}`
  return (
    <div className="flex items-start gap-2">
      <Checkbox id={id} className="mt-0.5" checked={checked} onCheckedChange={() => onToggle(scope)} />
      <label htmlFor={id}>
        <span className="font-medium">{label}</span> <span className="text-muted">{help}</span>
      </label>
    </div>
  )
}
