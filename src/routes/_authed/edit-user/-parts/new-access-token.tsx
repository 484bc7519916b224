import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SCOPES, type Scope } from '#contract/endpoint.ts'
import { ErrorSummary } from '~/components/accounts/error-summary.tsx'
import { TextField } from '~/components/accounts/text-field.tsx'
import { useForm } from '~/components/accounts/use-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/checkbox.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Select } from '~/components/ui/select.tsx'
import { accessTokensQuery, createAccessToken } from '~/server/access-tokens.functions.ts'
import { expiries, scopeWords } from './scope-words.ts'

type OnCreated = (fresh: { name: string; token: string }) => void

export function NewAccessToken({ onCreated }: { onCreated: OnCreated }) {
  const [open, setOpen] = useState(false)
  const created: OnCreated = (fresh) => {
    setOpen(false)
    // After the dialog has given the focus back, so that the token's field can take it.
    setTimeout(() => onCreated(fresh), 0)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="New access token"
      description="It acts in your name, with your role, as far as its scopes go."
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

const labels = { name: 'Name', scopes: 'Scopes', expires_in_days: 'Ends after' }

function TokenForm({ onCreated }: { onCreated: OnCreated }) {
  const client = useQueryClient()
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const form = useForm({
    checks: {
      name: (value) => (value.trim() === '' ? 'Enter a name that says what the token is for.' : undefined),
      scopes: () => (scopes.length === 0 ? 'Choose at least one scope.' : undefined),
      expires_in_days: () => undefined,
    },
    send: ({ name, expires_in_days }) =>
      createAccessToken({
        data: { name: name.trim(), scopes: [...scopes], expires_in_days: Number(expires_in_days) },
      }),
    onDone: ({ name, token }) => {
      void client.invalidateQueries({ queryKey: accessTokensQuery.queryKey })
      onCreated({ name, token })
    },
  })
  const toggle = (scope: Scope) =>
    setScopes(SCOPES.filter((one) => (one === scope ? !scopes.includes(one) : scopes.includes(one))))
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <ErrorSummary {...form} labels={labels} />
      <TextField
        name="name"
        label={labels.name}
        help="What it is for, e.g. ‘Nightly script on the cluster’."
        autoComplete="off"
        maxLength={100}
        errors={form.errors}
      />
      <fieldset
        id="scopes"
        tabIndex={-1}
        className="flex flex-col gap-2 outline-none"
        aria-describedby={form.errors.fields['scopes'] && 'scopes-error'}
      >
        <legend className="mb-1 text-sm font-medium">{labels.scopes}</legend>
        {SCOPES.map((scope) => (
          <ScopeChoice key={scope} scope={scope} chosen={scopes.includes(scope)} onToggle={toggle} />
        ))}
        {form.errors.fields['scopes'] && (
          <p id="scopes-error" className="text-xs text-error">
            {form.errors.fields['scopes']}
          </p>
        )}
      </fieldset>
      <Field label={labels.expires_in_days} error={form.errors.fields['expires_in_days']}>
        {(control) => (
          <Select {...control} name="expires_in_days" defaultValue={90} className="w-40">
            {expiries.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          Make token
        </Button>
      </div>
    </form>
  )
}

function ScopeChoice({
  scope,
  chosen,
  onToggle,
}: {
  scope: Scope
  chosen: boolean
  onToggle: (scope: Scope) => void
}) {
  const { label, help } = scopeWords[scope]
  const id = `scope-${scope}`
  return (
    <div className="flex items-start gap-2">
      <Checkbox id={id} className="mt-0.5" checked={chosen} onCheckedChange={() => onToggle(scope)} />
      <label htmlFor={id}>
        <span className="font-medium">{label}</span> <span className="text-muted">{help}</span>
      </label>
    </div>
  )
}
