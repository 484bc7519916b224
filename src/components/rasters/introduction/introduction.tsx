import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { routesByName } from '~/components/shell/route-names.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { Link } from '@tanstack/react-router'
import { BeforeAndAfter, InOrder, OneLayer, Thumbnails } from './pictures.tsx'

interface Step {
  id: string
  title: string
  text: readonly string[]
  Picture: () => React.ReactNode
  /** Screens by route name; those that do not exist or are not allowed have no link. */
  links: readonly { name: string; label: string; writes?: boolean }[]
}

const STEPS: readonly Step[] = [
  {
    id: 'asset',
    title: 'A raster asset is a file',
    text: [
      'A GeoTIFF that someone uploaded, stored unchanged: its grid, its coordinate system, its nodata value and its checksum are read on arrival. Maps and models read a Cloud-Optimized copy with the same values.',
      'Problems are reported before the file is catalogued, each with a way to fix it.',
    ],
    Picture: OneLayer,
    links: [
      { name: 'RasterAssetCatalog', label: 'Raster Asset Catalog' },
      { name: 'RasterAssetUpload', label: 'Upload a raster', writes: true },
    ],
  },
  {
    id: 'band',
    title: 'A band is one named layer of an asset',
    text: [
      'Elevation, ruggedness, distance to the coast: one quantity per band, with a name, a unit, a year, a source and the country it describes.',
      'Names are unique. Configurations and collections refer to bands by name.',
      'On the map of a band, drag over the histogram in the legend or move its two handles to choose the values that the colours cover. Choose Profile, then click two or more places to see the values along a line. The address keeps all of it, so you can share what you see.',
    ],
    Picture: Thumbnails,
    links: [
      { name: 'RasterPipelineProductCatalog', label: 'Band Catalog' },
      { name: 'RasterPipelineBulkUpload', label: 'Upload many bands', writes: true },
    ],
  },
  {
    id: 'processed',
    title: 'A processed raster is on the reference grid',
    text: [
      'Processing makes a new asset from a band: EPSG:4326, cells of 30 arc-seconds whose edges are on multiples of 30″, nodata set, Cloud-Optimized with overviews.',
      'Choose the method by what the values mean: sum for counts such as people, average for rates, bilinear for smooth surfaces such as elevation, nearest for classes.',
    ],
    Picture: BeforeAndAfter,
    links: [{ name: 'RasterPipelineProcessedRasters', label: 'Processed Rasters' }],
  },
  {
    id: 'collection',
    title: 'A band collection is what a model uses',
    text: [
      'An ordered, named set of bands on one grid. A configuration names it in the column stack_name; its bands become the covariates of the layer.',
      'A population band can weight the means of admin units. Changing the bands creates a new version of the collection; jobs keep the version that they were submitted with.',
      'A covariate can be a series of bands of several years: each layer uses the year nearest to its survey.',
    ],
    Picture: InOrder,
    links: [
      { name: 'RasterPipelineCustomStack', label: 'Band Collection' },
      { name: 'RasterPipelineNewCollection', label: 'New collection', writes: true },
    ],
  },
]

export function Introduction({ writes }: { writes: boolean }) {
  const router = useRouter()
  const routes = useMemo(() => routesByName(router), [router])
  return (
    <div className="flex flex-col gap-10">
      <p className="max-w-prose text-base leading-6">
        Rasters explain why a survey result differs from place to place. Four terms describe how they get from
        a file to a model.
      </p>
      <ol className="flex flex-col gap-10">
        {STEPS.map(({ id, title, text, Picture, links }) => (
          <li
            key={id}
            className="grid items-start gap-x-8 gap-y-4 min-[700px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <section aria-labelledby={id} className="flex flex-col gap-3">
              <h2 id={id} className="scroll-mt-20 text-lg font-semibold">
                {title}
              </h2>
              {text.map((paragraph) => (
                <p key={paragraph} className="max-w-prose text-base leading-6">
                  {paragraph}
                </p>
              ))}
              <p className="flex flex-wrap gap-2">
                {links.map(({ name, label, writes: needs = false }) => {
                  const route = routes.get(name)
                  if (!route || (needs && !writes)) return null
                  return (
                    <Link key={name} to={route.to} className={buttonClass({ variant: 'secondary' })}>
                      {label}
                    </Link>
                  )
                })}
              </p>
            </section>
            <Picture />
          </li>
        ))}
      </ol>
      <p className="max-w-prose text-xs text-muted">
        Pictures: the sample of Nigeria that comes with the product. Relief by NOAA ETOPO5, outlines by
        Natural Earth, both public domain; distances derived from them (CC0).
      </p>
    </div>
  )
}
