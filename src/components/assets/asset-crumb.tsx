import { useQuery } from '@tanstack/react-query'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { assetQuery } from '~/server/assets.functions.ts'

/** The asset's name; its id while the name is loading. */
export default function AssetCrumb({ text }: { text: string }) {
  const id = recordIdOf(text)
  const { data } = useQuery({ ...assetQuery(id ?? 0), enabled: id !== undefined })
  return <>{data?.name ?? text}</>
}
