import type { Me } from '#contract/accounts.ts'
import type { listSurveys } from '#contract/survey-list.ts'

import type { useTableSearch } from '~/components/data-table/use-table-search.ts'

type Q = typeof listSurveys.query

/** What each view of the catalog gets: the address, and who looks at it. */
export type ViewProps = { me: Me } & ReturnType<typeof useTableSearch<Q>>
