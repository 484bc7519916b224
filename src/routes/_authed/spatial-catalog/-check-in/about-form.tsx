import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { PRODUCT_STATUSES } from '#contract/interpolation-shapes.ts'
import { ApiError, failureMessage } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Select } from '~/components/ui/select.tsx'
import { Textarea } from '~/components/ui/textarea.tsx'
import { countriesQuery } from '~/server/countries.functions.ts'
import { STATUS_WORDS } from '../-parts/product-filters.ts'
import { type Entered, FIELDS, aboutOf, nothingEntered, problemsOf } from './about-fields.ts'

export type About = Record<string, unknown>

/** The raster's metadata; the service's own rules, reported at their fields. */
export function AboutForm({
  busy,
  blocked,
  error,
  onSend,
}: {
  busy: boolean
  /** The file has an error: the form can be filled in, but not published. */
  blocked: boolean
  error: Error | null
  onSend: (about: About) => void
}) {
  const countries = useQuery(countriesQuery)
  const [entered, setEntered] = useState<Entered>(nothingEntered)
  const [tried, setTried] = useState(false)
  const problems = tried ? problemsOf(entered) : {}
  const rejected = error instanceof ApiError ? error.errors : []
  const problemOf = (name: keyof Entered) =>
    problems[name] ?? rejected.find(({ field }) => field === name)?.message
  const set = (name: keyof Entered) => (event: { target: { value: string } }) =>
    setEntered((now) => ({ ...now, [name]: event.target.value }))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(problemsOf(entered))
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
    onSend(aboutOf(entered))
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-form min-w-0 flex-col gap-4">
      {error && (
        <Alert tone="error" title="The raster was not checked in">
          {failureMessage(error)}
        </Alert>
      )}
      <Field label="Country" required error={problemOf('iso3_code')}>
        {(tied) => (
          <Select {...tied} name="iso3_code" value={entered.iso3_code} onChange={set('iso3_code')}>
            <option value="">Choose a country</option>
            {countries.data?.content.map(({ iso3_code, name }) => (
              <option key={iso3_code} value={iso3_code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4 min-[700px]:grid-cols-2">
        {FIELDS.map(({ name, label, help, required, type, most }) => (
          <Field key={name} label={label} help={help} required={required} error={problemOf(name)}>
            {(tied) => (
              <Input
                {...tied}
                name={name}
                type={type}
                maxLength={most}
                autoComplete="off"
                value={entered[name]}
                onChange={set(name)}
              />
            )}
          </Field>
        ))}
        <Field label="Status" error={problemOf('status')}>
          {(tied) => (
            <Select {...tied} name="status" value={entered.status} onChange={set('status')}>
              {PRODUCT_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {STATUS_WORDS[status]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Data description" error={problemOf('data_description')}>
        {(tied) => (
          <Textarea
            {...tied}
            name="data_description"
            maxLength={5000}
            value={entered.data_description}
            onChange={set('data_description')}
          />
        )}
      </Field>
      {blocked && <p className="text-error">Fix the errors of the file first, then choose it again.</p>}
      <div>
        <Button type="submit" busy={busy} disabled={blocked}>
          {entered.status === 'published' ? 'Publish the raster' : 'Check in the raster'}
        </Button>
      </div>
    </form>
  )
}
