import type { Asset } from '#contract/rasters/asset-list.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'

interface Choice {
  bandOf: (asset: Asset) => number
  onBand: (asset: Asset, band: number) => void
}

/** One band of each raster. */
export function BandsToProcess({ assets, ...choice }: Choice & { assets: readonly Asset[] }) {
  const [only, ...others] = assets
  if (others.length === 0) {
    return (
      <Field label="Band">
        {(control) =>
          only ? (
            <BandChoice {...control} asset={only} {...choice} />
          ) : (
            <Select {...control} disabled>
              <option>Choose an asset first</option>
            </Select>
          )
        }
      </Field>
    )
  }
  return (
    <ul aria-label="Bands to process" className="max-h-60 divide-y overflow-y-auto rounded border">
      {assets.map((asset) => (
        <li key={asset.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
          <span className="min-w-0 flex-1 basis-48 break-all">{asset.name}</span>
          <BandChoice
            aria-label={`Band of ${asset.name}`}
            className="w-56 max-w-full"
            asset={asset}
            {...choice}
          />
        </li>
      ))}
    </ul>
  )
}

function BandChoice({
  asset,
  bandOf,
  onBand,
  ...props
}: Choice & { asset: Asset; id?: string; className?: string; 'aria-label'?: string }) {
  const bands = asset.bands.length > 0 ? asset.bands : [{ band_index: 1, name: 'not in the catalog' }]
  return (
    <Select {...props} value={bandOf(asset)} onChange={(event) => onBand(asset, Number(event.target.value))}>
      {bands.map(({ band_index, name }) => (
        <option key={band_index} value={band_index}>
          {band_index}: {name}
        </option>
      ))}
    </Select>
  )
}
