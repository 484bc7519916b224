export interface Paged {
  limit?: unknown
  skip?: unknown
  sort_by?: unknown
  sort_order?: unknown
  then_by?: unknown
}

/** The filters of a list's query, without paging and sorting. */
export const onlyFilters = <Q extends Paged>({
  limit: _limit,
  skip: _skip,
  sort_by: _by,
  sort_order: _order,
  then_by: _then,
  ...filters
}: Q): Omit<Q, keyof Paged> => filters
