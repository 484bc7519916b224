import { Link, createFileRoute, notFound } from '@tanstack/react-router'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { importSurvey, listSurveyCoverage } from '#contract/surveys/surveys.ts'
import { may } from '~/api/may.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { NotFound } from '~/components/shell/failures/not-found.tsx'
import { Page } from '~/components/shell/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { FileUp, Users } from 'lucide-react'
import { surveyCoverageQuery, surveysQuery } from '~/server/surveys.functions.ts'
import { CatalogModes, type Mode, isMode } from '~/components/surveys/catalog-modes.tsx'
import { coverageOf } from '~/components/coverage/coverage-of.ts'
import { SurveyMap } from '~/components/surveys/survey-map.tsx'
import { SurveyMatrix } from '~/components/surveys/survey-matrix.tsx'
import { SurveyTable } from '~/components/surveys/survey-table.tsx'

const search = searchOf(listSurveys)

export const Route = createFileRoute('/_authed/survey/catalog/{-$mode}')({
  ...routeOf(search),
  loader: ({ context: { queryClient }, deps, params: { mode = 'table' } }) => {
    if (!isMode(mode)) throw notFound()
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
  notFoundComponent: NotFound,
  component: Catalog,
})

const views: Record<Mode, typeof SurveyTable> = { table: SurveyTable, map: SurveyMap, matrix: SurveyMatrix }

function Catalog() {
  const { mode = 'table' } = Route.useParams()
  const { me } = Route.useRouteContext()
  const table = useTableSearch(search)
  const View = views[mode as Mode]
  return (
    <Page
      title="Catalog"
      actions={
        may(me, importSurvey) && (
          <Link to="/survey/catalog/import" className={buttonClass({ variant: 'primary' })}>
            <FileUp aria-hidden="true" />
            Import survey
          </Link>
        )
      }
    >
      <CatalogModes mode={mode as Mode} asked={table.asked} />
      <View {...table} />
    </Page>
  )
}
