import { createFileRoute } from '@tanstack/react-router'
import { addingSearch } from '~/components/countries/adding.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { FileUp } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { ImportOutlinesPage } from '~/components/place-groups/import-outlines-page.tsx'

export const Route = createFileRoute('/_authed/place-groups/import')({
  validateSearch: addingSearch,
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery)),
  staticData: {
    title: 'Import outlines',
    icon: FileUp,
    breadcrumbs: ['Administration', 'Place Groups', 'Import outlines'],
  },
  component: ImportOutlinesPage,
})
