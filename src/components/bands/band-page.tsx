import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '~/api/api-error.ts'
import { bandAsCurrentlyTiled } from '~/components/rasters/band-as-currently-tiled.ts'
import { BandContent } from './band-content.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { bandQuery } from '~/server/bands.functions.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { BandLinksDialog } from './band-links-dialog.tsx'

const route = getRouteApi('/_authed/raster/band-catalog/$id')

export function Missing() {
  return <NoSuchRecord what="band" to="/raster/band-catalog" back="Back to the bands" />
}

export function BandPage() {
  const { id: text } = route.useParams()
  const style = route.useSearch()
  const { me } = route.useRouteContext()
  const navigate = route.useNavigate()
  const [linking, setLinking] = useState(false)
  const id = recordIdOf(text)
  const { data, error, isFetching, refetch } = useQuery({ ...bandQuery(id ?? 0), enabled: id !== undefined })
  if (data) {
    return (
      <>
        <BandContent
          band={bandAsCurrentlyTiled(data)}
          me={me}
          style={style}
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
