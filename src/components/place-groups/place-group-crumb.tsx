import { useQuery } from '@tanstack/react-query'
import { placeGroupName } from './place-group-labels.ts'
import { placeGroupQuery } from '~/server/place-groups.functions.ts'

/** The last breadcrumb: the version by name as soon as it is known. */
export default function PlaceGroupCrumb({ text }: { text: string }) {
  const { data } = useQuery({ ...placeGroupQuery(Number(text)), enabled: false })
  return data ? placeGroupName(data) : `Version ${text}`
}
