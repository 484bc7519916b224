import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Job, JobChange } from '#contract/jobs/job-shapes.ts'
import { patchJobs } from '~/components/jobs/list/live-jobs.ts'

const change: JobChange = {
  id: 7,
  submission_id: 1,
  status: 'running',
  step: 'Fitting',
  fraction: 0.5,
  reason: null,
  queue_position: null,
  attempt: 2,
  tags: [],
  final: false,
  all_adm_pass: null,
  is_overfit: null,
  verdict: null,
}
const KEY = ['jobs', 'list', {}]
function cacheWith(changes: Partial<JobChange>) {
  const client = new QueryClient()
  const job = { ...change, ...changes, target: 'water' } as unknown as Job
  client.setQueryData(KEY, { content: [job, { ...job, id: 8 }], totalElements: 2 })
  return { client, shown: () => client.getQueryData<{ content: Job[] }>(KEY)!.content }
}

test('an event changes only its own job and keeps the other fields', () => {
  const { client, shown } = cacheWith({ fraction: 0.1 })
  expect(patchJobs(client, change)).toEqual({ isListed: true, changed: false })
  expect(shown().map(({ id, fraction, target }) => [id, fraction, target])).toEqual([
    [7, 0.5, 'water'],
    [8, 0.1, 'water'],
  ])
})

test.each<[string, Partial<JobChange>]>([
  ['status', { status: 'pending', attempt: 1 }],
  ['final mark', { final: true }],
  ['flag', { all_adm_pass: true }],
  ['tag', { tags: [{ id: 1, name: 'pilot', colour: '#1dd3b0' }] }],
])('reports a changed %s', (_, before) => {
  const { client } = cacheWith(before)
  expect(patchJobs(client, change)).toEqual({ isListed: true, changed: true })
})

test('ignores an event of an older attempt', () => {
  const { client, shown } = cacheWith({ attempt: 3, status: 'completed', fraction: 1 })
  expect(patchJobs(client, change)).toEqual({ isListed: true, changed: false })
  expect(shown()[0]).toMatchObject({ attempt: 3, status: 'completed', fraction: 1 })
})

test('reports a job that no list shows as unknown', () => {
  const { client } = cacheWith({})
  expect(patchJobs(client, { ...change, id: 99 })).toEqual({ isListed: false, changed: false })
})
