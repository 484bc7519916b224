import { useQuery } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import type { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { productSizeQuery } from '~/server/interpolation.functions.ts'

export function ProductCount({ query }: { query: Query<typeof listProducts> }) {
  const { data: size } = useQuery(productSizeQuery(query))
  if (size === undefined) return null
  return (
    <p className="text-muted">
      {size === 1 ? '1 product matches' : `${size.toLocaleString('en')} products match`}
    </p>
  )
}
