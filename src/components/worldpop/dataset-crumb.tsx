import { useQuery } from '@tanstack/react-query'
import { datasetName } from './dataset-labels.ts'
import { datasetQuery } from '~/server/worldpop.functions.ts'

/** The last breadcrumb: the dataset by name as soon as it is known. */
export default function DatasetCrumb({ text }: { text: string }) {
  const { data } = useQuery({ ...datasetQuery(Number(text)), enabled: false })
  return data ? datasetName(data) : `Dataset ${text}`
}
