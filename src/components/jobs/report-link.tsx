import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { isReportList } from './report/report-list.ts'

/** Opens a job's report, which then leads back to the list that this link is in, and to the list's other jobs. */
export function ReportLink({
  jobKey,
  ...props
}: { jobKey: string } & Omit<ComponentProps<'a'>, 'href'> & { [data: `data-${string}`]: unknown }) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return (
    <Link
      {...props}
      to="/spatial-catalog/report/$jobKey"
      params={{ jobKey }}
      search={{ list: isReportList(here) ? here : undefined }}
    />
  )
}
