import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Collection } from '#contract/rasters/collection-list.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { refetchJobs } from '~/components/jobs/list/live-jobs.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { formatLayers } from '~/components/submissions/new/format-layers.ts'
import { NewSubmission } from '~/components/submissions/new/new-submission.tsx'
import { surveyName } from '~/components/surveys/survey-labels.ts'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { configurationOf } from './configuration.ts'
import { LAYER_STEP } from './layer-step.tsx'
import { StepCard } from './step-card.tsx'
import type { StepState } from './steps.ts'

/**
 * Survey and collection make a configuration; it is validated and submitted right here. The choice is in the address.
 */
export function ConfigurationStep({
  state,
  surveys,
  collections,
  writes,
}: {
  state: StepState
  surveys: readonly Survey[]
  collections: readonly Collection[]
  writes: boolean
}) {
  const search = useSearch({ from: '/_authed/modeling/submission/add-country' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const survey = surveys.find(({ id }) => id === search.survey) ?? surveys[0]
  const collection = collections.find(({ id }) => id === search.collection) ?? collections[0]
  const start = useMemo(
    () => (survey && collection ? configurationOf(survey, collection) : undefined),
    [survey, collection],
  )
  const choose = (name: 'survey' | 'collection', value: string) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, [name]: Number(value) }) as never,
      replace: true,
      resetScroll: false,
    })
  const ready = survey !== undefined && collection !== undefined
  return (
    <StepCard
      number={5}
      title="Configuration"
      state={state}
      about="One row per layer: which survey, which collection, how it is modelled. It is checked before anything is queued."
      actions={
        writes &&
        ready &&
        !open && (
          <Button variant={state === 'next' ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
            Prepare configuration
          </Button>
        )
      }
    >
      {!ready && <p className="text-muted">Needs a collection and a survey.</p>}
      {writes && ready && (
        <div className="grid gap-4 min-[700px]:grid-cols-2">
          <Field label="Survey">
            {(tied) => (
              <Select {...tied} value={survey.id} onChange={({ target }) => choose('survey', target.value)}>
                {surveys.map((one) => (
                  <option key={one.id} value={one.id}>
                    {surveyName(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Collection">
            {(tied) => (
              <Select
                {...tied}
                value={collection.id}
                onChange={({ target }) => choose('collection', target.value)}
              >
                {collections.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {writes && open && start && (
        <NewSubmission
          key={`${survey?.id}-${collection?.id}`}
          start={start}
          onSent={(_submission, layers) => {
            setOpen(false)
            // What the person follows next; the button that had the focus no longer exists.
            document.getElementById(LAYER_STEP)?.focus()
            void refetchJobs(client)
            showSnackbar({ color: 'success', message: `Submitted ${formatLayers(layers)}` })
          }}
        />
      )}
    </StepCard>
  )
}
