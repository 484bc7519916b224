import type { SearchMiddleware } from '@tanstack/react-router'
import type { z } from 'zod'

/**
 * To spread into a route: its address holds what the schema accepts, in the schema's order. The server would
 * redirect an address in another order.
 */
export const routeSearch = <S extends z.ZodObject>(schema: S) => ({
  validateSearch: schema,
  search: {
    middlewares: [({ search, next }) => schema.parse(next(search))] as SearchMiddleware<z.output<S>>[],
  },
})
