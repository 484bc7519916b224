import { getRouteApi } from '@tanstack/react-router'
import { useNavigate } from '@tanstack/react-router'
import { CountriesFailed } from '~/components/form/countries-failed.tsx'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { useLiveJobs } from '~/components/jobs/list/live-jobs.ts'
import { Page } from '~/components/shell/page.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { CountrySteps } from './country-steps.tsx'
import { WhatYouNeed } from './what-you-need.tsx'

const route = getRouteApi('/_authed/modeling/submission/add-country')

export function AddCountryPage() {
  const { iso3_code } = route.useSearch()
  const { me } = route.useRouteContext()
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
