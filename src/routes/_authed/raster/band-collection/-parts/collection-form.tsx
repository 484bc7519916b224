import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { type Collection } from '#contract/collection-list.ts'
import { newCollection } from '#contract/collections.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Textarea } from '~/components/ui/textarea.tsx'
import { BandOrder } from './band-order.tsx'
import { BandPicker } from './band-picker.tsx'
import type { ChosenBand } from './chosen-band.ts'
import { Homogeneity } from './homogeneity.tsx'
import { PopulationBand } from './population-band.tsx'
import { useSaveCollection } from './use-save-collection.ts'

const { name: nameRule, bands: bandsRule } = newCollection.shape

/** Creates or changes a band collection; meanwhile the service reports how well the bands fit together. */
export function CollectionForm({ previous, adding }: { previous?: Collection; adding?: string }) {
  const [name, setName] = useState(previous?.name ?? '')
  const [description, setDescription] = useState(previous?.description ?? '')
  const [bands, setBands] = useState<readonly ChosenBand[]>(previous?.bands ?? [])
  const [population, setPopulation] = useState<ChosenBand | null>(previous?.population_band ?? null)
  const [tried, setTried] = useState(false)
  const { save, busy, problems } = useSaveCollection(previous, adding)
  const locked = previous !== undefined && previous.jobs > 0
  const missing = {
    name: nameRule.safeParse(name).success ? undefined : 'Enter a name of 1 to 200 characters.',
    bands: bandsRule.safeParse(bands.map((band) => band.name)).success ? undefined : 'Choose 1 to 100 bands.',
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (missing.name ?? missing.bands) {
      if (missing.name) (event.currentTarget.elements.namedItem('name') as HTMLElement | null)?.focus()
      return
    }
    save({ name: name.trim(), description, bands, population, locked })
  }
  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
      {problems.length > 0 && (
        <Alert
          tone="error"
          title={previous ? 'The changes were not saved' : 'The collection was not created'}
        >
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Alert>
      )}
      <div className="flex max-w-form flex-col gap-4">
        <Field
          label="Name"
          required
          help="Configurations name it in the column stack_name."
          error={tried ? missing.name : undefined}
        >
          {(tied) => (
            <Input
              {...tied}
              name="name"
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Description">
          {(tied) => (
            <Textarea
              {...tied}
              maxLength={2000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
      </div>
      {locked && (
        <Alert tone="info" title="The bands cannot be changed">
          Jobs were run with this collection, and results name their covariates. Make a new collection to use
          other bands.
        </Alert>
      )}
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <Card title="Bands, in order">
          {tried && missing.bands && (
            <p role="alert" className="text-sm text-error">
              {missing.bands}
            </p>
          )}
          <BandOrder bands={bands} locked={locked} onChange={setBands} />
          <PopulationBand band={population} locked={locked} onRemove={() => setPopulation(null)} />
        </Card>
        {!locked && (
          <Card title="Add bands">
            <BandPicker
              iso3_code={adding}
              chosen={bands}
              populationId={population?.id}
              onAdd={(band) => setBands((now) => [...now, band])}
              onPopulation={setPopulation}
            />
          </Card>
        )}
      </div>
      <Card title="Homogeneity">
        <Homogeneity ids={bands.map(({ id }) => id)} populationId={population?.id} />
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {previous ? 'Save changes' : 'Create collection'}
        </Button>
        <Link
          {...(previous
            ? { to: '/raster/band-collection/$id', params: { id: String(previous.id) } }
            : { to: '/raster/band-collection' })}
          className={buttonClass({ variant: 'secondary' })}
        >
          Cancel
        </Link>
      </div>
    </form>
  )
}
