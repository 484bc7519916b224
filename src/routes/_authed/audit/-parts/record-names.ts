import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { listJobs } from '#contract/jobs.ts'
import { listSubmissions } from '#contract/submission-list.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { submissionsQuery } from '~/server/submissions.functions.ts'
import { usersQuery } from '~/server/users.functions.ts'
import { shownIds } from './audit-record.ts'

export interface RecordNames {
  /** By id: a job's key, a submission's title, a person's name. */
  job: ReadonlyMap<string, string>
  submission: ReadonlyMap<string, string>
  person: ReadonlyMap<string, string>
}

const none: ReadonlyMap<string, string> = new Map()
export const NamesOfRecords = createContext<RecordNames>({ job: none, submission: none, person: none })

const byId = <T extends { id: number }>(page: { content: T[] } | undefined, nameOf: (one: T) => string) =>
  new Map(page?.content.map((one) => [String(one.id), nameOf(one)]))

/** The queries for the names of a page's records. A filter accepts no empty list: without ids nothing is asked. */
function queriesFor(entries: readonly AuditEntry[]) {
  const jobIds = shownIds(entries, 'job')
  const submissionIds = shownIds(entries, 'submission')
  const asked = (ids: readonly number[]) => ({ id: ids.length > 0 ? ids : undefined, limit: 100 })
  return {
    jobs: { ...jobsQuery(listJobs.query.parse(asked(jobIds))), enabled: jobIds.length > 0 },
    submissions: {
      ...submissionsQuery(listSubmissions.query.parse(asked(submissionIds))),
      enabled: submissionIds.length > 0,
    },
  }
}

/** For the loader: names that came after their rows would change the widths of the columns. */
export async function prefetchRecordNames(
  client: QueryClient,
  entries: readonly AuditEntry[],
): Promise<void> {
  const { jobs, submissions } = queriesFor(entries)
  await Promise.all([
    jobs.enabled && client.prefetchQuery(jobs),
    submissions.enabled && client.prefetchQuery(submissions),
    client.prefetchQuery(usersQuery),
  ])
}

/** The current names of a page's records. A deleted one, or one that is not loaded yet, keeps its id. */
export function useRecordNames(entries: readonly AuditEntry[]): RecordNames {
  const asked = queriesFor(entries)
  const jobs = useQuery(asked.jobs)
  const submissions = useQuery(asked.submissions)
  const people = useQuery(usersQuery)
  return {
    job: byId(jobs.data, ({ job_key }) => job_key),
    submission: byId(submissions.data, ({ title }) => title),
    person: byId(people.data, ({ name }) => name),
  }
}
