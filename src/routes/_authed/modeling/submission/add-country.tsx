import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { id, iso3 } from '#contract/shapes.ts'
import { CountriesFailed } from '~/components/form/countries-failed.tsx'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { useLiveJobs } from '~/components/jobs/list/live-jobs.ts'
import { Page } from '~/components/shell/page.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Globe } from 'lucide-react'
import { Select } from '~/components/ui/fields/select.tsx'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { warmCatalogue } from '~/components/add-country/catalogue.ts'
import { CountrySteps } from '~/components/add-country/country-steps.tsx'
import { WhatYouNeed } from '~/components/add-country/what-you-need.tsx'

const search = z.object({
  iso3_code: iso3.optional().catch(undefined),
  survey: id.optional().catch(undefined),
  collection: id.optional().catch(undefined),
})

export const Route = createFileRoute('/_authed/modeling/submission/add-country')({
  validateSearch: search,
  loaderDeps: ({ search: { iso3_code } }) => ({ iso3_code }),
  loader: ({ context: { queryClient }, deps: { iso3_code } }) =>
    prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery), warmCatalogue(queryClient, iso3_code)),
  staticData: {
    name: 'AddCountry',
    title: 'Add a country',
    icon: Globe,
    breadcrumbs: ['Modeling', 'Submission', 'Add a country'],
  },
  component: AddCountry,
})

function AddCountry() {
  const { iso3_code } = Route.useSearch()
  const { me } = Route.useRouteContext()
  const navigate = useNavigate()
  const options = useCountryOptions('Choose a country')
  const countryName = useCountryName()
  useLiveJobs()
  return (
    <Page title={iso3_code === undefined ? 'Add a country' : `Add ${countryName(iso3_code)}`}>
      <p className="max-w-prose text-muted">
        From your own files to a map in six steps. You can stop after any of them: this page shows what is in
        the catalogs, regardless of who added it, and what is still missing.
      </p>
      <CountriesFailed />
      <Field label="Country" className="max-w-form">
        {(tied) => (
          <Select
            {...tied}
            value={iso3_code ?? ''}
            onChange={({ target: { value } }) =>
              void navigate({ to: '.', search: { iso3_code: value === '' ? undefined : value } as never })
            }
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {iso3_code === undefined ? (
        <WhatYouNeed />
      ) : (
        <CountrySteps key={iso3_code} iso3_code={iso3_code} name={countryName(iso3_code)} me={me} />
      )}
    </Page>
  )
}
