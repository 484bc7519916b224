import { createFileRoute } from '@tanstack/react-router'
import { addingSearch } from '~/components/countries/adding.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { FileUp } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { ImportSurveyPage } from '~/components/surveys/pages/import-survey-page.tsx'

export const Route = createFileRoute('/_authed/survey/catalog/import')({
  validateSearch: addingSearch,
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery)),
  staticData: { title: 'Import survey', icon: FileUp, breadcrumbs: ['Survey', 'Catalog', 'Import survey'] },
  component: ImportSurveyPage,
})
