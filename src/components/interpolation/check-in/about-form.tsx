import { useSelector } from '@tanstack/react-form'
import { useEffect } from 'react'
import { PRODUCT_STATUSES } from '#contract/interpolation/interpolation-shapes.ts'
import { CountriesFailed } from '~/components/form/countries-failed.tsx'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { VALUES_OF_FILE, helpOfValues } from '~/components/rasters/band-details.ts'
import { LeaveGuard } from '~/components/form/leave-guard.tsx'
import { STATUS_WORDS } from '~/components/interpolation/product-filters.ts'
import { LABELS, TEXTS, aboutOf, nothingEntered, problemsOf } from './about-fields.ts'

export type About = Record<string, unknown>

const statuses = PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))

/** The raster's metadata; the service's own rules, reported at their fields. */
export function AboutForm({
  isWaiting,
  isUnsound,
  suggested,
  mayBeClasses,
  onSend,
}: {
  /** The file is not there and inspected yet: the form can be filled in meanwhile. */
  isWaiting: boolean
  /** The file has an error: it cannot be published. */
  isUnsound: boolean
  /** Code of the country that the extent of the file fits; undefined while it is not known. */
  suggested: string | undefined
  /** The inspection found few different values. */
  mayBeClasses: boolean
  /** Throws the service's error; 'unsent': it was cancelled, or an error keeps the raster out. */
  onSend: (about: About) => Promise<void | 'unsent'>
}) {
  const countries = useCountryOptions('Choose a country')
  const { form, others, onSubmit } = useContractForm({
    // A suggestion is nothing that was entered.
    defaults: { ...nothingEntered, iso3_code: suggested ?? '', values: mayBeClasses ? 'classes' : '' },
    check: problemsOf,
    send: (filled) => onSend(aboutOf(filled)),
  })
  const published = useSelector(form.store, ({ values }) => values.status === 'published')
  const isSuggested = useSelector(form.store, ({ values }) => values.iso3_code === suggested)
  useEffect(() => {
    if (suggested && !form.getFieldValue('iso3_code')) form.setFieldValue('iso3_code', suggested)
  }, [form, suggested])
  useEffect(() => {
    if (mayBeClasses && !form.getFieldValue('values')) form.setFieldValue('values', 'classes')
  }, [form, mayBeClasses])
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-form min-w-0 flex-col gap-4">
      <form.AppForm>
        <form.FormProblems labels={LABELS} others={others} />
        <LeaveGuard />
        <CountriesFailed />
        <form.AppField name="iso3_code">
          {(field) => (
            <field.SelectField
              label={LABELS.iso3_code}
              required
              options={countries}
              help={isSuggested ? 'The extent of the file fits this country.' : undefined}
            />
          )}
        </form.AppField>
        <div className="grid gap-4 min-[700px]:grid-cols-2">
          {TEXTS.map(({ name, ...props }) => (
            <form.AppField key={name} name={name}>
              {(field) => <field.TextField label={LABELS[name]} {...props} autoComplete="off" />}
            </form.AppField>
          ))}
          <form.AppField name="status">
            {(field) => <field.SelectField label={LABELS.status} options={statuses} />}
          </form.AppField>
          <form.AppField name="values">
            {(field) => (
              <field.SelectField
                label={LABELS.values}
                options={VALUES_OF_FILE}
                help={helpOfValues(field.state.value, mayBeClasses)}
              />
            )}
          </form.AppField>
        </div>
        <form.AppField name="data_description">
          {(field) => <field.TextAreaField label={LABELS.data_description} maxLength={5000} />}
        </form.AppField>
        {isUnsound ? (
          <p className="text-error">Fix the errors of the file first, then choose it again.</p>
        ) : (
          isWaiting && <p className="text-muted">Available once the file is uploaded and inspected.</p>
        )}
        <div>
          <form.SubmitButton disabled={isUnsound || isWaiting}>
            {published ? 'Publish the raster' : 'Check in the raster'}
          </form.SubmitButton>
        </div>
      </form.AppForm>
    </form>
  )
}
