import { useSelector } from '@tanstack/react-form'
import { Link } from '@tanstack/react-router'
import { type Collection } from '#contract/rasters/collection-list.ts'
import { newCollection } from '#contract/rasters/collections.ts'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { LeaveGuard } from '~/components/form/leave-guard.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { BandOrder } from './band-order.tsx'
import { BandPicker } from './band-picker.tsx'
import { type BandChoice, type Covariate, bandsOf, covariatesOf, toMembers, single } from './band-choice.ts'
import { Homogeneity } from './homogeneity.tsx'
import { PopulationBand } from './population-band.tsx'
import { useSaveCollection } from './use-save-collection.ts'

const LABELS = {
  name: 'Name',
  description: 'Description',
  bands: 'Bands',
  population_band: 'Population band',
}
const MESSAGES = {
  name: 'Enter a name of 1 to 200 characters.',
  bands: 'Choose 1 to 100 bands, and give each series a name.',
}
const required = newCollection.pick({ name: true, bands: true })

/** Creates or changes a band collection; meanwhile the service reports how well the bands fit together. */
export function CollectionForm({ previous, adding }: { previous?: Collection; adding?: string }) {
  const save = useSaveCollection(previous, adding)
  const { form, others, onSubmit } = useContractForm({
    defaults: {
      name: previous?.name ?? (adding === undefined ? '' : `${adding.toLowerCase()}_covariates`),
      description: previous?.description ?? '',
      bands: covariatesOf(previous?.bands ?? []) as readonly Covariate[],
      population_band: (previous?.population_band ?? null) as BandChoice | null,
    },
    check: (_, values) =>
      rejectedFields(required, { name: values.name, bands: toMembers(values.bands) }, MESSAGES),
    send: (_, __, { name, ...rest }, edited) => save({ name: name.trim(), ...rest }, edited),
  })
  const { bands, population_band: population } = useSelector(form.store, ({ values }) => values)
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-w-0 flex-col gap-4">
      <form.AppForm>
        <form.FormProblems labels={LABELS} others={others} />
        <LeaveGuard />
        <div className="flex max-w-form flex-col gap-4">
          <form.AppField name="name">
            {(field) => (
              <field.TextField
                label={LABELS.name}
                required
                help="Configurations name it in the column stack_name. Up to 200 characters."
                maxLength={200}
                autoComplete="off"
              />
            )}
          </form.AppField>
          <form.AppField name="description">
            {(field) => <field.TextAreaField label={LABELS.description} maxLength={2000} />}
          </form.AppField>
        </div>
        {previous !== undefined && previous.jobs > 0 && (
          <Alert tone="info" title="Changing the bands creates a new version">
            Jobs were run with this collection. They keep the version that they were submitted with; new
            layers use the new one.
          </Alert>
        )}
        <div className="grid items-start gap-4 wide:grid-cols-2">
          <Card title="Bands, in order">
            <form.AppField name="bands">
              {(field) => (
                <>
                  <field.FieldError />
                  <BandOrder bands={bands} onChange={field.handleChange} />
                </>
              )}
            </form.AppField>
            <form.AppField name="population_band">
              {(field) => (
                <>
                  <field.FieldError />
                  <PopulationBand band={population} onRemove={() => field.handleChange(null)} />
                </>
              )}
            </form.AppField>
          </Card>
          <Card title="Add bands">
            <BandPicker
              iso3_code={adding}
              selection={bandsOf(bands)}
              populationId={population?.id}
              onAdd={(band) => form.setFieldValue('bands', (now) => [...now, single(band)])}
              onPopulation={(band) => form.setFieldValue('population_band', band)}
            />
          </Card>
        </div>
        <Card title="Homogeneity" help={<HelpLink topic="homogeneity" />}>
          <Homogeneity covariates={bands} populationId={population?.id} />
        </Card>
        <div className="flex flex-wrap gap-2">
          <form.SubmitButton>{previous ? 'Save changes' : 'Create collection'}</form.SubmitButton>
          <Link
            {...(previous
              ? { to: '/raster/band-collection/$id', params: { id: String(previous.id) } }
              : { to: '/raster/band-collection' })}
            className={buttonClass({ variant: 'secondary' })}
          >
            Cancel
          </Link>
        </div>
      </form.AppForm>
    </form>
  )
}
