import { useQuery } from '@tanstack/react-query'
import { getCollection } from '#contract/rasters/collections.ts'
import { collectionQuery } from '~/server/collections.functions.ts'

/** The collection's name, once it is loaded. */
export default function CollectionCrumb({ text }: { text: string }) {
  const params = getCollection.params.safeParse({ id: text })
  const { data } = useQuery({ ...collectionQuery(params.data?.id ?? 0), enabled: false })
  return data?.name ?? text
}
