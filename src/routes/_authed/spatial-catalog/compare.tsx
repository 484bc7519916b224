import { createFileRoute } from '@tanstack/react-router'
import { type CompareSearch } from '~/components/jobs/compare/compare-search.ts'
import { loadCompared } from '~/components/jobs/compare/load-compared.ts'
import { COMPARE_KEYS } from '~/components/jobs/report/map/address-keys.ts'
import { onlyKeys } from '~/lib/only-keys.ts'
import { Map as MapIcon } from 'lucide-react'
import { CompareRastersPage } from '~/components/interpolation/compare-rasters-page.tsx'

export const Route = createFileRoute('/_authed/spatial-catalog/compare')({
  staticData: {
    title: 'Compare',
    icon: MapIcon,
    breadcrumbs: ['Interpolation', 'Spatial Catalog', 'Compare'],
  },
  // Values are validated where they are used: every screen loads what is here.
  validateSearch: (raw: Partial<CompareSearch>) => onlyKeys(raw, COMPARE_KEYS),
  loaderDeps: ({ search: { jobs } }) => ({ jobs }),
  loader: async ({ context: { queryClient }, deps: { jobs } }) => {
    // The browser shows the skeleton while it loads.
    if (typeof window !== 'undefined') return
    await loadCompared(queryClient, jobs)
  },
  component: CompareRastersPage,
})
