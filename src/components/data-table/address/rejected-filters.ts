import { ApiError } from '~/api/api-error.ts'
import { type Filter, type SearchRecord, fieldsOf } from '~/components/data-table/filters/filters.ts'
import type { TableSearch } from './search.ts'

/** A field of the address that the service rejected. */
export interface RejectedFilter {
  field: string
  label: string
  message: string
}

const LABELS: Readonly<Record<string, string>> = {
  page: 'Page',
  page_size: 'Rows per page',
  sort_by: 'Sort',
  sort_order: 'Sort order',
  then_by: 'Then by',
}
/** What the call names otherwise than the address. */
const IN_ADDRESS: Readonly<Record<string, string>> = { skip: 'page', limit: 'page_size' }

/** The rejected fields that the address holds; a service that is newer or older than the page may reject any of them. */
export function rejectedFiltersOf(
  error: unknown,
  { filters, search }: { filters: readonly Filter[]; search: TableSearch },
): RejectedFilter[] {
  if (!(error instanceof ApiError)) return []
  const rejected = new Map<string, RejectedFilter>()
  for (const { field: path = '', message } of error.errors) {
    const [name] = path.split('.')
    const field = IN_ADDRESS[name] ?? name
    if ((search as unknown as SearchRecord)[field] === undefined || rejected.has(field)) continue
    const filter = filters.find((one) => fieldsOf(one).includes(field))
    rejected.set(field, { field, message, label: filter?.label ?? LABELS[field] ?? field })
  }
  return [...rejected.values()]
}
