import { useQuery } from '@tanstack/react-query'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { surveysQuery } from '~/server/surveys.functions.ts'
import { noSurveysYet } from './no-surveys-yet.ts'
import { surveyColumns } from './survey-columns.tsx'
import { useSurveyFilters } from './survey-filters.ts'
import type { ViewProps } from './view-props.ts'

export function SurveyTable({ query, address }: ViewProps) {
  return (
    <DataTable
      {...address}
      label="Surveys"
      pluralNoun="surveys"
      columns={surveyColumns}
      filters={useSurveyFilters()}
      result={useQuery(surveysQuery(query))}
      empty={noSurveysYet}
    />
  )
}
