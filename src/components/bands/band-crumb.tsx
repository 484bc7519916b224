import { useQuery } from '@tanstack/react-query'
import { recordIdOf } from '~/components/rasters/record-id.ts'
import { bandQuery } from '~/server/bands.functions.ts'

/** Its name; its number while that is not known. */
export function BandCrumb({ text }: { text: string }) {
  const id = recordIdOf(text)
  const { data } = useQuery({ ...bandQuery(id ?? 0), enabled: id !== undefined })
  return <>{data?.name ?? text}</>
}
