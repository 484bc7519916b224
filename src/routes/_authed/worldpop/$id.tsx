import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { getDataset } from '#contract/rasters/worldpop.ts'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Globe } from 'lucide-react'
import { datasetName } from '~/components/worldpop/dataset-labels.ts'
import { datasetQuery } from '~/server/worldpop.functions.ts'
import { DatasetFacts } from '~/components/worldpop/dataset-facts.tsx'
import { DatasetMap } from '~/components/worldpop/dataset-map.tsx'
import { DeleteDataset, UsesOfDataset, mayDelete } from '~/components/worldpop/delete-dataset.tsx'
import { DatasetCrumb } from '~/components/worldpop/dataset-crumb.tsx'

export const Route = createFileRoute('/_authed/worldpop/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const { data } = getDataset.params.safeParse(params)
    if (!data) throw notFound()
    await orNotFound(queryClient.ensureQueryData(datasetQuery(data.id)))
  },
  staticData: {
    title: 'Dataset',
    icon: Globe,
    breadcrumbs: ({ params }) => [
      'Worldpop',
      'Worldpop Data Catalog',
      { text: params['id'] ?? '', Words: DatasetCrumb },
    ],
  },
  notFoundComponent: () => <NoSuchRecord what="dataset" to="/worldpop" back="Back to the catalog" />,
  component: DatasetPage,
})

function DatasetPage() {
  const id = Number(Route.useParams().id)
  const { me } = Route.useRouteContext()
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
