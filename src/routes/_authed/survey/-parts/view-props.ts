import type { Me } from '#contract/accounts.ts'
import type { listSurveys } from '#contract/survey-list.ts'

import type { useTableSearch } from '~/components/data-table/use-table-search.ts'

type Q = typeof listSurveys.query

/** Props of each view of the catalog: the address, and the viewer. */
export type ViewProps = { me: Me } & ReturnType<typeof useTableSearch<Q>>
