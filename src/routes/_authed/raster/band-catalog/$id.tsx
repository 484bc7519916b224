import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { isMissing } from '~/api/api-error.ts'
import { bandAsCurrentlyTiled } from '~/components/rasters/band-as-currently-tiled.ts'
import { BandPage } from '~/components/bands/band-page.tsx'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { onlyKeys } from '~/lib/only-keys.ts'
import { BAND_KEYS } from '~/components/rasters/band-keys.ts'
import { type BandStyle, bandStyle } from '~/components/rasters/band-style.ts'
import { recordIdOf } from '~/components/shell/record-id.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Layers2 } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { bandHistogramQuery, bandQuery } from '~/server/bands.functions.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { BandLinksDialog } from '~/components/bands/band-links-dialog.tsx'
import { BandCrumb } from '~/components/bands/band-crumb.tsx'

export const Route = createFileRoute('/_authed/raster/band-catalog/$id')({
  // Values are validated where they are used: every screen loads what is here.
  validateSearch: (raw: Partial<BandStyle>) => onlyKeys(raw, BAND_KEYS),
  loader: async ({ context: { queryClient }, params }) => {
    const id = recordIdOf(params.id)
    if (id === undefined) throw notFound()
    const band = async () => {
      await queryClient.prefetchQuery(bandQuery(id))
      const found = queryClient.getQueryData(bandQuery(id).queryKey)
      if (found) await queryClient.prefetchQuery(bandHistogramQuery(bandAsCurrentlyTiled(found)))
    }
    await prefetchOnServer(band())
    requireWarmed(queryClient, bandQuery(id))
  },
  remountDeps: ({ params }) => params.id,
  staticData: {
    title: 'Band',
    icon: Layers2,
    breadcrumbs: ({ params }) => ['Raster', 'Band Catalog', { text: params['id'] ?? '', Words: BandCrumb }],
  },
  notFoundComponent: Missing,
  component: BandScreen,
})

function Missing() {
  return <NoSuchRecord what="band" to="/raster/band-catalog" back="Back to the bands" />
}

function BandScreen() {
  const { id: text } = Route.useParams()
  const look = bandStyle.parse(Route.useSearch())
  const { me } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [linking, setLinking] = useState(false)
  const id = recordIdOf(text)
  const { data, error, isFetching, refetch } = useQuery({ ...bandQuery(id ?? 0), enabled: id !== undefined })
  if (data) {
    return (
      <>
        <BandPage
          band={bandAsCurrentlyTiled(data)}
          me={me}
          look={look}
          onStyleChange={(change, { replace = false } = {}) =>
            void navigate({ search: (previous) => ({ ...previous, ...change }), replace, resetScroll: false })
          }
          onLinks={() => setLinking(true)}
        />
        {linking && <BandLinksDialog band={data} onClose={() => setLinking(false)} />}
      </>
    )
  }
  if (id === undefined || isMissing(error)) {
    return <Missing />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  return <SkeletonLines lines={6} label="Loading the band" />
}
