import { useState } from 'react'
import { getThumbnail } from '#contract/jobs/jobs.ts'
import { addressOf } from '~/api/address.ts'
import { Map as MapIcon } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'

const SIZES = {
  card: 'aspect-4/3 w-full',
  row: 'h-9 w-12 shrink-0',
  head: 'h-20 w-28 max-[699px]:w-20',
} as const

/**
 * A small map of a completed job or a checked-in product, whatever its form; a mark where there is none. Decorative
 * where the name is beside it.
 */
export function Thumbnail({
  jobKey,
  drawn,
  place,
  size,
  className,
}: {
  jobKey: string
  /** Whether there is a map: the job is completed, or the product has a raster. */
  drawn: boolean
  /** Names the picture. */
  place?: string
  size: keyof typeof SIZES
  className?: string
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'absent'>('loading')
  // A server that knows the specification only may have keys of another form, and no such picture.
  const { data: params } = getThumbnail.params.safeParse({ job_key: jobKey })
  const absent = !drawn || !params || state === 'absent'
  return (
    <span
      className={cn(
        'relative grid place-items-center overflow-hidden rounded bg-sunk print:bg-transparent',
        SIZES[size],
        !absent && state === 'loading' && 'animate-pulse',
        className,
      )}
      {...(absent && place && { role: 'img', 'aria-label': `No map of ${place}` })}
    >
      {absent ? (
        <MapIcon aria-hidden="true" className="size-1/3 max-h-8 min-h-4 text-muted opacity-60" />
      ) : (
        <img
          key={jobKey}
          // One that loaded, or failed, before the page became interactive.
          ref={(image) => {
            if (image?.complete && state === 'loading') setState(image.naturalWidth > 0 ? 'shown' : 'absent')
          }}
          src={addressOf(getThumbnail, { params })}
          alt={place ? `Map of ${place}` : ''}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-contain p-[4%]"
          onLoad={() => setState('shown')}
          onError={() => setState('absent')}
        />
      )}
    </span>
  )
}
