import type { Dataset } from '#contract/rasters/worldpop-list.ts'
import { fileSize } from '#common/file-size.ts'
import { AssetLink } from '~/components/assets/asset-link.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Facts } from '~/components/ui/facts.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { CATEGORY_WORDS } from './dataset-labels.ts'

export const DatasetFacts = ({ dataset }: { dataset: Dataset }) => (
  <Card title="Dataset">
    <Facts
      facts={[
        ['Country', `${dataset.country} (${dataset.iso3_code})`],
        ['Year', dataset.year],
        ['Category', CATEGORY_WORDS[dataset.category]],
        ['Resolution', dataset.resolution],
        ['Constrained', dataset.constrained ? 'Yes' : 'No'],
        ['UN adjusted', dataset.un_adjusted ? 'Yes' : 'No'],
        ['Size', fileSize(dataset.size)],
        ['Raster asset', <AssetLink key="asset" id={dataset.asset_id} name="Open the raster" />],
        ['Origin', dataset.url ?? 'Uploaded file'],
        ['Imported by', dataset.created_by_name],
        ['Imported', <RelativeTime key="at" iso={dataset.created_at} />],
        [
          'SHA-256',
          <span key="sha" className="font-mono text-xs break-all">
            {dataset.sha256}
          </span>,
        ],
      ]}
    />
  </Card>
)
