import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id, iso3 } from '#contract/shapes.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Globe } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { prefetchCatalogue } from '~/components/add-country/catalogue.ts'
import { AddCountryPage } from '~/components/add-country/add-country-page.tsx'

const search = z.object({
  iso3_code: iso3.optional().catch(undefined),
  survey: id.optional().catch(undefined),
  collection: id.optional().catch(undefined),
})

export const Route = createFileRoute('/_authed/modeling/submission/add-country')({
  validateSearch: search,
  loaderDeps: ({ search: { iso3_code } }) => ({ iso3_code }),
  loader: ({ context: { queryClient }, deps: { iso3_code } }) =>
    prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery), prefetchCatalogue(queryClient, iso3_code)),
  staticData: {
    name: 'AddCountry',
    title: 'Add a country',
    icon: Globe,
    breadcrumbs: ['Modeling', 'Submission', 'Add a country'],
  },
  component: AddCountryPage,
})
