import { Suspense, lazy, useState } from 'react'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import type { BandStyle } from './band-style.ts'
import type { MappedBand } from './band-map.tsx'

const BandMap = lazy(async () => ({ default: (await import('./band-map.tsx')).BandMap }))

/** A small map of a band whose display settings are not in the address, for screens with other content. */
export function BandPreview({ band }: { band: MappedBand }) {
  const [style, setStyle] = useState<BandStyle>({})
  return (
    <Suspense fallback={<Skeleton className="h-96! w-full" />}>
      <BandMap
        low
        band={band}
        style={style}
        onStyleChange={(change) => setStyle((old) => ({ ...old, ...change }))}
      />
    </Suspense>
  )
}
