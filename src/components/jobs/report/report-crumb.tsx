import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '~/server/report.functions.ts'
import { jobTitle } from './format.ts'

/** The report's title; the job's key while it is loading, or if there is no such job. */
export function ReportCrumb({ text }: { text: string }) {
  // The route's loader requests it.
  const { data } = useQuery({ ...reportQuery(text), enabled: false })
  return <>{data ? jobTitle(data) : text}</>
}
