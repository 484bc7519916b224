import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '~/server/report.functions.ts'
import { jobTitle } from './format.ts'

/** The report's title; the key of its job while that is not loaded, or where there is no such job. */
export function ReportCrumb({ text }: { text: string }) {
  // The loader of the route asks.
  const { data } = useQuery({ ...reportQuery(text), enabled: false })
  return <>{data ? jobTitle(data) : text}</>
}
