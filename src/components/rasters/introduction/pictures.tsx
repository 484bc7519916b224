import type { ReactNode } from 'react'
import after from '~/assets/raster/cells-after.png'
import before from '~/assets/raster/cells-before.png'
import city from '~/assets/raster/city-distance.png'
import coast from '~/assets/raster/coast-distance.png'
import elevation from '~/assets/raster/elevation.png'
import ruggedness from '~/assets/raster/ruggedness.png'
import { rampGradient } from '~/components/map/legend/ramps.ts'

const COUNTRY = { width: 240, height: 193 }
const BANDS = [
  { name: 'nga_elevation', label: 'Elevation, m', src: elevation },
  { name: 'nga_ruggedness', label: 'Ruggedness, ln(1 + m)', src: ruggedness },
  { name: 'nga_coast_distance', label: 'Distance to the coast, km', src: coast },
  { name: 'nga_city_distance', label: 'Distance to a town, ln(1 + km)', src: city },
] as const

export function OneLayer() {
  return (
    <Figure caption="nga_elevation.tif: 289 × 232 cells of 2.5 arc-minutes">
      <img
        {...COUNTRY}
        src={elevation}
        alt="Map of Nigeria coloured by elevation: low in the south, high on the plateau in the middle and along the eastern border"
        className="w-full max-w-80"
      />
      <div aria-hidden="true" className="flex max-w-80 items-center gap-2 text-xs text-muted">
        low
        <span className="h-2 flex-1 rounded-[2px]" style={{ background: rampGradient('viridis') }} />
        high
      </div>
    </Figure>
  )
}

export function Thumbnails() {
  return (
    <Figure caption="Four bands of the sample">
      <ul className="grid grid-cols-2 gap-3">
        {BANDS.map(({ name, label, src }) => (
          <li key={name}>
            <img {...COUNTRY} src={src} alt="" className="w-full" />
            <p className="font-mono text-xs break-all">{name}</p>
            <p className="text-xs text-muted">{label}</p>
          </li>
        ))}
      </ul>
    </Figure>
  )
}

export function BeforeAndAfter() {
  const pictures = [
    {
      src: before,
      label: 'As uploaded: 2.5 arc-minutes',
      alt: 'Half a degree of relief in 12 by 12 coarse cells',
    },
    {
      src: after,
      label: 'Processed: 30 arc-seconds, bilinear',
      alt: 'The same relief, smooth, in 60 by 60 fine cells',
    },
  ]
  return (
    <Figure caption="Half a degree on the Jos Plateau. Finer cells do not add detail that the source lacks.">
      <div className="grid max-w-120 grid-cols-2 gap-3">
        {pictures.map(({ src, label, alt }) => (
          <div key={label}>
            <img src={src} alt={alt} width={240} height={240} className="w-full" />
            <p className="text-xs text-muted">{label}</p>
          </div>
        ))}
      </div>
    </Figure>
  )
}

export function InOrder() {
  return (
    <Figure caption="The collection nga_basic of the sample, weighted by nga_population">
      <ol className="flex flex-col gap-2">
        {BANDS.map(({ name, label, src }, place) => (
          <li key={name} className="flex items-center gap-3 rounded border p-2">
            <span className="tabular w-5 text-right text-muted">{place + 1}</span>
            <img {...COUNTRY} src={src} alt="" className="h-10 w-auto" />
            <span className="min-w-0">
              <span className="block font-mono text-xs break-all">{name}</span>
              <span className="block text-xs text-muted">{label}</span>
            </span>
          </li>
        ))}
      </ol>
    </Figure>
  )
}

function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-3 rounded border bg-raised p-4">
      {children}
      <figcaption className="text-xs text-muted">{caption}</figcaption>
    </figure>
  )
}
