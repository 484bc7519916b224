import { listSurveys } from '#contract/surveys/survey-list.ts'
import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { listSurveyCoverage } from '#contract/surveys/surveys.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Users } from 'lucide-react'
import { surveyCoverageQuery, surveysQuery } from '~/server/surveys.functions.ts'
import { isMode } from '~/components/surveys/catalog-modes.tsx'
import { coverageOf } from '~/components/coverage/coverage-of.ts'
import { SurveyCatalogPage } from '~/components/surveys/pages/survey-catalog-page.tsx'

export const Route = createFileRoute('/_authed/survey/catalog/{-$mode}')({
  ...routeOf(searchOf(listSurveys)),
  loader: ({ context: { queryClient }, deps, params: { mode = 'table' } }) => {
    if (!isMode(mode)) throw notFound({ routeId: rootRouteId })
    return prefetchOnServer(
      mode === 'matrix'
        ? queryClient.prefetchQuery(surveyCoverageQuery(coverageOf(listSurveyCoverage, deps)))
        : queryClient.prefetchQuery(surveysQuery(deps)),
    )
  },
  staticData: {
    name: 'SurveyPipelineCatalog',
    list: 'listSurveys',
    title: 'Catalog',
    icon: Users,
    breadcrumbs: ['Survey', 'Catalog'],
  },
  component: SurveyCatalogPage,
})
