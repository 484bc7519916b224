import { createFileRoute } from '@tanstack/react-router'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { FileUp } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { hostsQuery } from '~/server/worldpop.functions.ts'
import { ImportDatasetPage } from '~/components/worldpop/import-dataset-page.tsx'

export const Route = createFileRoute('/_authed/worldpop/import')({
  loader: ({ context: { queryClient } }) =>
    prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery), queryClient.prefetchQuery(hostsQuery)),
  staticData: {
    title: 'Import dataset',
    icon: FileUp,
    breadcrumbs: ['Worldpop', 'Worldpop Data Catalog', 'Import dataset'],
  },
  component: ImportDatasetPage,
})
