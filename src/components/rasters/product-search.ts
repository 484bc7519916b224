import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { renameCodes } from '~/api/rename-codes.ts'
import { type SearchSchema, searchOf } from '~/components/data-table/address/search.ts'

type Schema = SearchSchema<typeof listProducts.query>
const table = searchOf(listProducts)

/** The router merges this result into the address, so a renamed key has to be removed explicitly. */
const parse: Schema['parse'] = (input) => {
  const raw = (input ?? {}) as Record<string, unknown>
  const previous = ['iso_3_code', 'iso_3_codes'].filter((key) => raw[key] !== undefined)
  return { ...table.parse(renameCodes(raw)), ...Object.fromEntries(previous.map((key) => [key, undefined])) }
}

/** The table's address, with the countries of older links under their current names. */
export const productSearch: Schema = {
  ...table,
  parse,
  toQuery: (input) => table.toQuery(parse(input)),
  middlewares: [...table.middlewares, ({ search, next }) => parse(next(search))],
}
