import type { listSurveys } from '#contract/surveys/survey-list.ts'
import type { useTableSearch } from '~/components/data-table/address/use-table-search.ts'

type Q = typeof listSurveys.query

/** Props of each view of the catalog. */
export type ViewProps = ReturnType<typeof useTableSearch<Q>>
