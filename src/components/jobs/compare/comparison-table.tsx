import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { runNames } from '#common/run-name.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'

/** One column per job, under its title; the first column names the row. */
export function ComparisonTable({
  caption,
  pictured = false,
  jobs,
  rows,
}: {
  caption: string
  /** Each job's map in the head of its column. */
  pictured?: boolean
  jobs: readonly Job[]
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[]
}) {
  const names = runNames(jobs)
  return (
    <section
      aria-label={`${caption}, table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
      tabIndex={0}
      className="overflow-x-auto rounded border"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunk">
          <tr>
            <th scope="col" className="sticky left-0 bg-sunk">
              <span className="sr-only">Name</span>
            </th>
            {jobs.map((job) => (
              <th
                key={job.id}
                scope="col"
                className="min-w-40 px-3 py-2 text-right align-top font-medium max-[699px]:min-w-24 max-[699px]:px-2"
              >
                {pictured && (
                  <Thumbnail
                    size="head"
                    jobKey={job.job_key}
                    drawn={job.status === 'completed'}
                    className="mb-1 ml-auto"
                  />
                )}
                <Link
                  to="/spatial-catalog/report/$jobKey"
                  params={{ jobKey: job.job_key }}
                  className="text-link hover:underline"
                >
                  {names.get(job.id)}
                  <span className="block font-mono text-xs font-normal break-all text-muted max-[699px]:hidden">
                    {job.job_key}
                  </span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key} className="border-t">
              <th
                scope="row"
                className="sticky left-0 z-1 h-10 bg-raised px-3 py-1 text-left font-normal max-[699px]:w-24 max-[699px]:px-2"
              >
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={jobs[index].id}
                  className="tabular px-3 py-1 text-right break-words max-[699px]:px-2"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
