import { useQuery } from '@tanstack/react-query'
import { productQuery } from '~/server/interpolation.functions.ts'
import { reportQuery } from '~/server/jobs.functions.ts'
import { reportName } from './report-name.ts'

/** The run's or product's name; the key while it is loading, or if there is no such report. */
export default function ReportCrumb({ text }: { text: string }) {
  // The route's loader requests it.
  const job = useQuery({ ...reportQuery(text), enabled: false }).data
  const product = useQuery({ ...productQuery(text), enabled: false }).data
  return <>{job ? reportName(job) : (product?.title ?? text)}</>
}
