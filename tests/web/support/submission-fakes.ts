import type { Answer } from '#contract/endpoint.ts'
import type { findRecords } from '#contract/search.ts'
import type { Job, JobChange } from '#contract/jobs/job-shapes.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { NO_FIGURES } from './no-figures.ts'

export const nothingFound: Answer<typeof findRecords> = {
  jobs: [],
  submissions: [],
  surveys: [],
  rasters: [],
  bands: [],
  collections: [],
  datasets: [],
  products: [],
  projects: [],
  people: [],
}

export const pageOf = <T>(content: T[], totalElements = content.length) => ({ content, totalElements })

export function aJob(over: Partial<Job> & { id: number }): Job {
  return {
    submission_id: 5,
    status: 'completed',
    step: null,
    fraction: 1,
    reason: null,
    queue_position: null,
    attempt: 1,
    job_key: `ben-stunting-dhs-2018-r1-${over.id}`,
    submission_title: 'Benin pilot',
    app_user_id: 1,
    app_user_name: 'Ada Lovelace',
    owner_id: over.app_user_id ?? 1,
    iso3_code: 'BEN',
    country: 'Benin',
    target: 'stunting',
    source: 'DHS',
    source_wave: '2018',
    source_date: null,
    round: '1',
    simulated: false,
    data_description: '',
    stack_name: 'benin',
    stack_version: 1,
    rake_to: null,
    raked_units: 0,
    superseded_by: null,
    ...NO_FIGURES,
    method: 'gp',
    tags: [{ id: 1, name: 'pilot', colour: '#1dd3b0' }],
    final: false,
    all_adm_pass: null,
    is_overfit: null,
    verdict: null,
    datetime_submitted: '2026-11-20T10:00:00.000Z',
    datetime_started: null,
    datetime_finished: null,
    ...over,
  }
}

export function aSubmission(over: Partial<Submission> = {}): Submission {
  return {
    id: 5,
    title: 'Benin pilot',
    app_user_id: 1,
    app_user_name: 'Ada Lovelace',
    owner_id: 1,
    project_id: null,
    project_name: null,
    parent_id: null,
    status: 'running',
    layers: 2,
    counts: { pending: 1, running: 1, completed: 0, failed: 0, cancelled: 0 },
    iso3_codes: ['BEN'],
    sources: ['DHS'],
    stack_names: ['benin'],
    config_name: 'benin.csv',
    datetime_submitted: '2026-11-20T10:00:00.000Z',
    ...over,
  }
}

/** The browser's EventSource without a network. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  readonly url: string
  readyState = 0

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.all.push(this)
  }
  say(type: 'open' | 'error') {
    this.readyState = type === 'open' ? 1 : 0
    this.dispatchEvent(new Event(type))
  }
  heartbeat() {
    this.say('open')
    this.dispatchEvent(new MessageEvent('heartbeat', { data: '{}' }))
  }
  job(change: Partial<JobChange> & { id: number }) {
    const whole: JobChange = {
      submission_id: 5,
      status: 'running',
      step: null,
      fraction: 0,
      reason: null,
      queue_position: null,
      attempt: 1,
      tags: [{ id: 1, name: 'pilot', colour: '#1dd3b0' }],
      final: false,
      all_adm_pass: null,
      is_overfit: null,
      verdict: null,
      ...change,
    }
    this.dispatchEvent(new MessageEvent('job', { data: JSON.stringify(whole) }))
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}
