import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import { downloadAsset } from '#contract/rasters/assets.ts'
import { type Band } from '#contract/rasters/band-list.ts'
import { changeBand } from '#contract/rasters/bands.ts'
import { describeScaling } from '#contract/rasters/scaling.ts'
import { addressOf } from '~/api/address.ts'
import { Page } from '~/components/shell/page.tsx'
import type { BandStyle } from '~/components/rasters/band-style.ts'
import { BandMap } from '~/components/rasters/band-map.tsx'
import { CompareWith } from '~/components/rasters/pair/compare-with.tsx'
import { Facts } from '~/components/rasters/facts.tsx'
import { ownerMay } from '~/api/owner-may.ts'
import {
  formatBounds,
  formatCells,
  formatCrs,
  formatLayout,
  formatResolution,
} from '~/components/rasters/raster-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Download, Link2, Pencil } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { count, figure } from '~/lib/figures.ts'
import { assetQuery } from '~/server/assets.functions.ts'
import { BandEdit } from './band-edit.tsx'
import { ZonalFigures } from './zonal-figures.tsx'
import { BandComparison } from '~/components/rasters/pair/band-comparison.tsx'

/** A band on the map, alone or compared with another raster, its statistics, its description, and where it is used. */
export function BandContent({
  band,
  me,
  style,
  onStyleChange,
  onLinks,
}: {
  band: Band
  me: Person
  style: BandStyle
  onStyleChange: (change: Partial<BandStyle>, options?: { replace?: boolean }) => void
  onLinks: () => void
}) {
  const [editing, setEditing] = useState(false)
  // With itself is no comparison.
  const compare = style.compare === `band-${band.id}` ? undefined : style.compare
  // The owner of the asset decides who may edit; without an owner, editing is not offered.
  const asset = useQuery(assetQuery(band.asset_id))
  return (
    <Page
      title={band.name}
      actions={
        <>
          {asset.data && ownerMay(me, changeBand, asset.data.created_by) && (
            <Button variant="secondary" onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          <CompareWith band={band} onChoose={(name) => onStyleChange({ compare: name })} />
          <Button variant="secondary" onClick={onLinks}>
            <Link2 aria-hidden="true" />
            Use in other programs
          </Button>
          <a
            href={addressOf(downloadAsset, { params: { id: band.asset_id } })}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            <Download aria-hidden="true" />
            Download the asset
          </a>
        </>
      }
    >
      {band.rebuilding && (
        <Alert tone="info">
          {band.categorical ? 'Its values are quantities from now on' : 'Its values are classes from now on'}:
          its overviews are being rebuilt. Until then, the map shows the previous ones.
        </Alert>
      )}
      {band.description && <p className="max-w-prose">{band.description}</p>}
      <section aria-label={compare ? 'Comparison' : 'Map'}>
        {compare ? (
          <BandComparison band={band} compare={compare} style={style} onStyleChange={onStyleChange} />
        ) : (
          <BandMap band={band} style={style} onStyleChange={onStyleChange} />
        )}
      </section>
      <div className="grid grid-cols-1 items-start gap-4 min-[700px]:grid-cols-2 min-[1200px]:grid-cols-3">
        <Card title="Statistics">
          <Facts
            facts={[
              ...(band.categorical
                ? ([['Values', 'Classes with their own colours']] as const)
                : ([
                    [
                      'Values',
                      band.statistics.scaling
                        ? `Quantities: ${describeScaling(band.statistics.scaling)}`
                        : 'Quantities',
                    ],
                    ['Smallest', figure(band.statistics.min)],
                    ['Largest', figure(band.statistics.max)],
                    ['Mean', figure(band.statistics.mean)],
                    ['Standard deviation', figure(band.statistics.sd)],
                  ] as const)),
              ['Cells with a value', `${count(band.statistics.valid)} of ${count(band.width * band.height)}`],
            ]}
          />
        </Card>
        <Card title="About">
          <Facts
            facts={[
              ['Country', band.country ?? 'The whole world'],
              ['Year', band.year],
              ['Unit', band.unit],
              ['Source', band.source],
              [
                'Asset',
                <Link
                  key="asset"
                  to="/modeling/raster-assets/$id"
                  params={{ id: String(band.asset_id) }}
                  className="break-all text-link hover:underline"
                >
                  {band.asset_name}
                </Link>,
              ],
              ['Band of the file', band.band_index],
              ['Reference system', formatCrs(band.crs, band.crs_name)],
              ['Extent', formatBounds(band)],
              ['Cells', formatCells(band)],
              ['Resolution', formatResolution(band.resolution_m)],
              ['Layout', formatLayout(band)],
              ['Added', <RelativeTime key="time" iso={band.created_at} />],
            ]}
          />
        </Card>
        <Card title="Where it is used">
          {band.collections.length > 0 ? (
            <ul aria-label="Band collections" className="divide-y rounded border">
              {band.collections.map((name) => (
                <li key={name} className="flex flex-wrap gap-x-3 px-3 py-2">
                  <span className="text-muted">Band collection</span>
                  <span className="min-w-0 break-all">
                    <Link
                      to="/raster/band-collection"
                      search={{ name }}
                      className="text-link hover:underline"
                    >
                      {name}
                    </Link>
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">No band collection uses it.</p>
          )}
        </Card>
      </div>
      <ZonalFigures
        band={band}
        version={style.zonal}
        onChoose={(zonal) => onStyleChange({ zonal }, { replace: true })}
      />
      {editing && (
        <BandEdit
          band={{ ...band, categorical: band.categorical !== band.rebuilding }}
          onClose={() => setEditing(false)}
        />
      )}
    </Page>
  )
}
