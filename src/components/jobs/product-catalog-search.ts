import { listJobs } from '#contract/jobs/jobs.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listJobs)
