import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { flag } from '#contract/shapes.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

/** People who maintain the outlines also see the inactive versions. */
const query = listPlaceGroupVersions.query
  .omit({ active_only: true })
  .extend({ default_only: flag.optional() })
export const placeGroupSearch = searchOf({ ...listPlaceGroupVersions, query })

export const toListQuery = (tableQuery: ReturnType<typeof placeGroupSearch.toQuery>) =>
  listPlaceGroupVersions.query.parse({ ...tableQuery, active_only: false })
