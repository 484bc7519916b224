import { searchOf } from '~/components/data-table/address/search.ts'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { importSurvey } from '#contract/surveys/surveys.ts'
import { may } from '~/api/may.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { Page } from '~/components/shell/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { FileUp } from 'lucide-react'
import { CatalogModes, type Mode } from '~/components/surveys/catalog-modes.tsx'
import { SurveyMap } from '~/components/surveys/survey-map.tsx'
import { SurveyMatrix } from '~/components/surveys/survey-matrix.tsx'
import { SurveyTable } from '~/components/surveys/survey-table.tsx'

const search = searchOf(listSurveys)

const route = getRouteApi('/_authed/survey/catalog/{-$mode}')

const views: Record<Mode, typeof SurveyTable> = { table: SurveyTable, map: SurveyMap, matrix: SurveyMatrix }

export function SurveyCatalogPage() {
  const { mode = 'table' } = route.useParams()
  const { me } = route.useRouteContext()
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
      <CatalogModes mode={mode as Mode} search={table.tableSearch} />
      <View {...table} />
    </Page>
  )
}
