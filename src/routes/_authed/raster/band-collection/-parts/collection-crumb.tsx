import { useQuery } from '@tanstack/react-query'
import { getCollection } from '#contract/collections.ts'
import { collectionQuery } from '~/server/collections.functions.ts'

/** The name of the collection, once the page knows it. */
export function CollectionCrumb({ text }: { text: string }) {
  const known = getCollection.params.safeParse({ id: text })
  const { data } = useQuery({ ...collectionQuery(known.data?.id ?? 0), enabled: false })
  return data?.name ?? text
}
