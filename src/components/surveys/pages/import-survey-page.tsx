import { getRouteApi } from '@tanstack/react-router'
import { importSurvey } from '#contract/surveys/surveys.ts'
import { may } from '~/api/may.ts'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { SurveyForm } from '~/components/surveys/import/survey-form.tsx'

const route = getRouteApi('/_authed/survey/catalog/import')

export function ImportSurveyPage() {
  const { me } = route.useRouteContext()
  const { adding } = route.useSearch()
  return (
    <Page title="Import survey" help={<HelpLink topic="points-file" />} className="max-w-160">
      {may(me, importSurvey) ? (
        <>
          <AddingNote iso3_code={adding} />
          <p className="text-muted">
            Upload a workbook, a CSV or a Stata file with one row per cluster, person or household: the id of
            its cluster, longitude, latitude, numerator and denominator, or the outcome of a person. Every row
            is checked; the survey is stored only if no row has an error.
          </p>
          <SurveyForm adding={adding} />
        </>
      ) : (
        <WritersOnly what="import surveys" />
      )}
    </Page>
  )
}
