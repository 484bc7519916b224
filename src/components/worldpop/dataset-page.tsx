import { getRouteApi } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Page } from '~/components/shell/page.tsx'
import { Card } from '~/components/ui/card.tsx'
import { datasetName } from './dataset-labels.ts'
import { datasetQuery } from '~/server/worldpop.functions.ts'
import { DatasetFacts } from './dataset-facts.tsx'
import { DatasetMap } from './dataset-map.tsx'
import { DeleteDataset, UsesOfDataset, mayDelete } from './delete-dataset.tsx'

const route = getRouteApi('/_authed/worldpop/$id')

export function DatasetPage() {
  const id = Number(route.useParams().id)
  const { me } = route.useRouteContext()
  const router = useRouter()
  const { data: dataset } = useSuspenseQuery(datasetQuery(id))
  return (
    <Page
      title={datasetName(dataset)}
      actions={
        mayDelete(me, dataset) && (
          <DeleteDataset dataset={dataset} onDeleted={() => router.navigate({ to: '/worldpop' })} />
        )
      }
    >
      <DatasetFacts dataset={dataset} />
      <DatasetMap bands={dataset.bands} />
      <Card title="Uses">
        <UsesOfDataset dataset={dataset} />
      </Card>
    </Page>
  )
}
