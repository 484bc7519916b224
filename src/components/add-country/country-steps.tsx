import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { importPlaceGroup } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { formatLevel } from '~/components/place-groups/place-group-labels.ts'
import { surveyName } from '~/components/surveys/survey-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { catalogueQueries } from './catalogue.ts'
import { ConfigurationStep } from './configuration-step.tsx'
import { HeldList } from './held-list.tsx'
import { LayerStep } from './layer-step.tsx'
import { StepCard } from './step-card.tsx'
import { STEPS, type StepState, lacksUnits, mayAddSecondLevel, stepStates } from './steps.ts'

const LINK = 'text-link hover:underline'
const look = (state: StepState) => buttonClass({ variant: state === 'next' ? 'primary' : 'secondary' })

/** The six steps for a country, each with the catalogs' records. */
export function CountrySteps({ iso3_code, name, me }: { iso3_code: string; name: string; me: Me }) {
  const queries = catalogueQueries(iso3_code)
  const outlines = useQuery(queries.outlines)
  const bands = useQuery(queries.bands)
  const collections = useQuery(queries.collections)
  const surveys = useQuery(queries.surveys)
  const jobs = useQuery(queries.jobs)
  const completed = useQuery(queries.completed)
  const all = [outlines, bands, collections, surveys, jobs, completed]
  const failed = all.find(({ error, data }) => error && !data)
  if (failed) {
    const retry = () => all.forEach(({ error, refetch }) => error && void refetch())
    return <ErrorState error={failed.error} onRetry={retry} busy={all.some(({ isFetching }) => isFetching)} />
  }
  const waits = all.some(({ data, isPlaceholderData }) => !data || isPlaceholderData)
  if (waits || !outlines.data || !bands.data || !collections.data || !surveys.data || !jobs.data)
    return <SkeletonLines lines={12} label="Loading the steps" />
  const records = {
    outlines: outlines.data.content,
    bands: bands.data.totalElements,
    collections: collections.data.totalElements,
    surveys: surveys.data.totalElements,
    jobs: jobs.data.totalElements,
    completed: completed.data?.totalElements ?? 0,
  }
  const states = stepStates(records)
  const writes = may(me, importPlaceGroup)
  const adding = { adding: iso3_code }
  const action = (step: 'outlines' | 'covariates' | 'collection' | 'survey', words: string, to: LinkTo) =>
    writes && (
      <Link to={to} search={adding as never} className={look(states[step])}>
        {words}
      </Link>
    )
  const doneCount = STEPS.filter((step) => states[step] === 'done').length
  return (
    <>
      {!writes && (
        <Alert tone="info" title="Your role can read and download">
          You can follow the progress of {name}. An admin of your organisation can give you the role Staff to
          continue.
        </Alert>
      )}
      <p aria-live="polite" className="font-medium">
        {doneCount} of {STEPS.length} steps done
      </p>
      <ol aria-label={`Steps to add ${name}`} className="flex max-w-[60rem] flex-col gap-3">
        <StepCard
          number={1}
          title="Outlines"
          state={states.outlines}
          about="The country or its admin units as polygons. Layers are computed inside them; one version is the default."
          actions={action('outlines', 'Import outlines', '/place-groups/import')}
        >
          <HeldList label="Outlines" items={records.outlines}>
            {(one) => (
              <Link to="/place-groups/$id" params={{ id: String(one.id) }} className={LINK}>
                {formatLevel(one.place_type)} · {one.version}
                {one.is_default && ' (default)'}
              </Link>
            )}
          </HeldList>
          {lacksUnits(records.outlines) && (
            <p className="text-muted">
              Only the country itself was imported. Import its first level too, to get a table of admin units.
            </p>
          )}
          {mayAddSecondLevel(records.outlines) && (
            <p className="text-muted">The first level is enough. A second level makes the table finer.</p>
          )}
        </StepCard>
        <StepCard
          number={2}
          title="Covariates"
          state={states.covariates}
          about="Rasters that explain the indicator, on one grid, and the population if you have it."
          actions={action('covariates', 'Upload rasters', '/modeling/raster-assets/upload')}
        >
          <HeldList label="Bands" items={bands.data.content}>
            {(band) => (
              <Link to="/raster/band-catalog/$id" params={{ id: String(band.id) }} className={LINK}>
                {band.name}
              </Link>
            )}
          </HeldList>
        </StepCard>
        <StepCard
          number={3}
          title="Collection"
          state={states.collection}
          about="The covariates of a layer in their order, and the population band that weights the admin units."
          actions={action('collection', 'Create collection', '/raster/band-collection/new')}
        >
          <HeldList label="Collections" items={collections.data.content}>
            {(one) => (
              <Link to="/raster/band-collection/$id" params={{ id: String(one.id) }} className={LINK}>
                {one.name}
              </Link>
            )}
          </HeldList>
        </StepCard>
        <StepCard
          number={4}
          title="Survey"
          state={states.survey}
          about="What was measured, cluster by cluster. Every row of the file is checked."
          actions={action('survey', 'Import survey', '/survey/catalog/import')}
        >
          <HeldList label="Surveys" items={surveys.data.content}>
            {(survey) => (
              <Link to="/survey/catalog/survey/$id" params={{ id: String(survey.id) }} className={LINK}>
                {surveyName(survey)}
              </Link>
            )}
          </HeldList>
        </StepCard>
        <ConfigurationStep
          state={states.configuration}
          surveys={surveys.data.content}
          collections={collections.data.content}
          writes={writes}
        />
        <LayerStep state={states.layer} jobs={jobs.data.content} total={jobs.data.totalElements} />
      </ol>
    </>
  )
}

type LinkTo = ComponentProps<typeof Link>['to']
