import { Link } from '@tanstack/react-router'
import type { AssetUse } from '#contract/rasters/assets.ts'

const KINDS: Record<AssetUse['kind'], string> = {
  collection: 'Band collection',
  product: 'Product',
  population: 'Population dataset',
  asset: 'Raster made from it',
  job: 'Unfinished job',
}

/** Everything that uses an asset, linked if it has a page. */
export function AssetUses({ uses, total }: { uses: readonly AssetUse[]; total: number }) {
  return (
    <ul aria-label="Where it is used" className="divide-y rounded border">
      {uses.map((use) => (
        <li key={`${use.kind}-${use.id}`} className="flex flex-wrap gap-x-3 px-3 py-2">
          <span className="text-muted">{KINDS[use.kind]}</span>
          <span className="min-w-0 break-all">
            <UseLink use={use} />
          </span>
        </li>
      ))}
      {total > uses.length && (
        <li className="px-3 py-2 text-muted">and {(total - uses.length).toLocaleString('en')} more</li>
      )}
    </ul>
  )
}

const link = 'text-link hover:underline'

function UseLink({ use: { kind, id, name } }: { use: AssetUse }) {
  if (kind === 'asset') {
    return (
      <Link to="/modeling/raster-assets/$id" params={{ id: String(id) }} className={link}>
        {name}
      </Link>
    )
  }
  if (kind === 'collection') {
    return (
      <Link to="/raster/band-collection/$id" params={{ id: String(id) }} className={link}>
        {name}
      </Link>
    )
  }
  if (kind === 'job' || kind === 'product') {
    return (
      <Link to="/spatial-catalog/report/$jobKey" params={{ jobKey: name }} className={link}>
        {name}
      </Link>
    )
  }
  return <>{name}</>
}
