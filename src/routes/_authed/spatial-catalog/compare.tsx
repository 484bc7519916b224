import { createFileRoute } from '@tanstack/react-router'
import { compareSearch } from '~/components/jobs/compare/compare-search.ts'
import { loadCompared } from '~/components/jobs/compare/load-compared.ts'
import { Map as MapIcon } from 'lucide-react'
import { routeSearch } from '~/lib/route-search.ts'
import { CompareRastersPage } from '~/components/interpolation/compare-rasters-page.tsx'

export const Route = createFileRoute('/_authed/spatial-catalog/compare')({
  staticData: {
    title: 'Compare',
    icon: MapIcon,
    breadcrumbs: ['Interpolation', 'Spatial Catalog', 'Compare'],
  },
  ...routeSearch(compareSearch),
  loaderDeps: ({ search: { jobs } }) => ({ jobs }),
  loader: async ({ context: { queryClient }, deps: { jobs } }) => {
    // The browser shows the skeleton while it loads.
    if (typeof window !== 'undefined') return
    await loadCompared(queryClient, jobs)
  },
  component: CompareRastersPage,
})
