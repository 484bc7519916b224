import type { QueryClient } from '@tanstack/react-query'
import { listBands } from '#contract/rasters/band-list.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { bandsQuery } from '~/server/bands.functions.ts'
import { collectionsQuery } from '~/server/collections.functions.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'
import { surveysQuery } from '~/server/surveys.functions.ts'

const SHOWN_JOBS = 5

/** The catalogs' records for a country, newest first. */
export const catalogueQueries = (iso3_code: string) => {
  const newest = { iso3_code, sort_order: 'desc' } as const
  return {
    outlines: placeGroupsQuery(listPlaceGroupVersions.query.parse({ iso3_code })),
    bands: bandsQuery(listBands.query.parse({ ...newest, sort_by: 'created_at', limit: 100 })),
    collections: collectionsQuery(
      listCollections.query.parse({ ...newest, sort_by: 'created_at', limit: 100 }),
    ),
    surveys: surveysQuery(listSurveys.query.parse({ ...newest, sort_by: 'created_at', limit: 100 })),
    jobs: jobsQuery(listJobs.query.parse({ ...newest, sort_by: 'datetime_submitted', limit: SHOWN_JOBS })),
    completed: jobsQuery(listJobs.query.parse({ iso3_code, status: 'completed', limit: 1 })),
  }
}

export async function prefetchCatalogue(client: QueryClient, iso3_code: string | undefined): Promise<void> {
  if (iso3_code === undefined) return
  const { outlines, bands, collections, surveys, jobs, completed } = catalogueQueries(iso3_code)
  await Promise.all([
    client.prefetchQuery(outlines),
    client.prefetchQuery(bands),
    client.prefetchQuery(collections),
    client.prefetchQuery(surveys),
    client.prefetchQuery(jobs),
    client.prefetchQuery(completed),
  ])
}
