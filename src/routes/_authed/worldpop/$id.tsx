import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { getDataset } from '#contract/rasters/worldpop.ts'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { Globe } from 'lucide-react'
import { datasetQuery } from '~/server/worldpop.functions.ts'
import { DatasetPage } from '~/components/worldpop/dataset-page.tsx'

const DatasetCrumb = lazy(() => import('~/components/worldpop/dataset-crumb.tsx'))

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
