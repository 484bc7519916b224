import { useQuery } from '@tanstack/react-query'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { bandQuery } from '~/server/bands.functions.ts'

/** The band's name; its id while the name is loading. */
export default function BandCrumb({ text }: { text: string }) {
  const id = recordIdOf(text)
  const { data } = useQuery({ ...bandQuery(id ?? 0), enabled: id !== undefined })
  return <>{data?.name ?? text}</>
}
