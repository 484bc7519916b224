import { useQuery } from '@tanstack/react-query'
import { PRODUCT_STATUSES } from '#contract/interpolation/interpolation-shapes.ts'
import { type listProducts, parseBox } from '#contract/interpolation/interpolation-list.ts'
import type { Choice, Filter } from '~/components/data-table/filters/filters.ts'
import { countryFilter } from '~/components/data-table/filters/country.ts'
import { datesFilter, statusFilter, typedFilter, yesNoFilter } from '~/components/data-table/filters/fixed.ts'
import { usePersonFilter } from '~/components/data-table/filters/person.ts'
import { sourceFilter } from '~/components/data-table/filters/source.ts'
import { useTagFilter } from '~/components/data-table/filters/tag.ts'
import type { FilterField } from '~/components/data-table/address/search.ts'
import {
  catalogCountriesQuery,
  modelCountriesQuery,
  productSourcesQuery,
} from '~/server/interpolation.functions.ts'

export const STATUS_WORDS = { draft: 'Draft', published: 'Published', retired: 'Retired' } as const

/** Every filter of the contract; the box is drawn on the map. */
export function useProductFilters(): Filter<FilterField<typeof listProducts.query>>[] {
  const countries = useCountryChoices()
  return [
    countryFilter('iso3_code', countries),
    sourceFilter('source', useQuery(productSourcesQuery)),
    typedFilter('target', 'Target', { placeholder: 'e.g. stunting' }),
    statusFilter('status', PRODUCT_STATUSES, STATUS_WORDS),
    useTagFilter('tags', 'tags_match'),
    datesFilter('created_start', 'created_end', 'created', 'Catalogued'),
    { kind: 'contains', field: 'title', label: 'Title' },
    { kind: 'contains', field: 'data_description', label: 'Data description' },
    typedFilter('year', 'Year', { numeric: true, placeholder: 'e.g. 2018' }),
    typedFilter('source_wave', 'Source wave', { placeholder: 'e.g. 2018' }),
    { kind: 'date', field: 'source_date', label: 'Source date' },
    typedFilter('round', 'Round', { placeholder: 'e.g. 1' }),
    typedFilter('version', 'Version', { placeholder: 'e.g. 1' }),
    yesNoFilter('final', 'Final'),
    usePersonFilter('created_by'),
    typedFilter('id', 'Product id', { numeric: true, placeholder: 'e.g. 12' }),
    typedFilter('job_id', 'Job id', { numeric: true, placeholder: 'e.g. 42' }),
    typedFilter('job_key', 'Key', { placeholder: 'e.g. nga-water-sim-2024-r1-1' }),
    { ...countryFilter('iso3_codes', countries), label: 'Countries' },
    { kind: 'elsewhere', field: 'bounds', label: 'Box', words: formatBox },
  ]
}

/** For example '2° E to 15° E, 4° N to 14° N'. */
function formatBox(value: string): string {
  const box = parseBox(value)
  if (!box) return value
  const degrees = (angle: number, [above, below]: readonly [string, string]) =>
    `${Math.abs(angle).toLocaleString('en', { maximumFractionDigits: 2 })}° ${angle < 0 ? below : above}`
  const [west, south, east, north] = box
  const [across, up] = [['E', 'W'] as const, ['N', 'S'] as const]
  return `${degrees(west, across)} to ${degrees(east, across)}, ${degrees(south, up)} to ${degrees(north, up)}`
}

/** Countries with products and their number; then those that are modelled and have none yet. */
function useCountryChoices(): Choice[] | undefined {
  const catalog = useQuery(catalogCountriesQuery)
  const modelled = useQuery(modelCountriesQuery)
  if (catalog.isPending) return undefined
  const here = catalog.data?.content ?? []
  const codes = new Set(here.map(({ iso3_code }) => iso3_code))
  return [
    ...here.map(({ iso3_code, name, products }) => ({
      value: iso3_code,
      label: name,
      note: `${iso3_code}, ${products}`,
    })),
    ...(modelled.data?.content ?? [])
      .filter(({ iso3_code }) => !codes.has(iso3_code))
      .map(({ iso3_code, name }) => ({ value: iso3_code, label: name, note: 'modelled, no product' })),
  ]
}
