import { createFileRoute } from '@tanstack/react-router'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { FileUp } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { RasterCheckInPage } from '~/components/interpolation/check-in/raster-check-in-page.tsx'

export const Route = createFileRoute('/_authed/spatial-catalog/raster-check-in')({
  loader: ({ context: { queryClient, me } }) =>
    may(me, checkInRaster) ? prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery)) : undefined,
  staticData: {
    name: 'RasterCheckin',
    title: 'Raster Check-in',
    icon: FileUp,
    breadcrumbs: ['Interpolation', 'Spatial Catalog', 'Raster Check-in'],
  },
  component: RasterCheckInPage,
})
