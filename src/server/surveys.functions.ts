import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import * as lists from '#contract/surveys/survey-list.ts'
import * as surveys from '#contract/surveys/surveys.ts'
import { callApi } from './http/api.server.ts'

export const fetchSurveys = createServerFn({ method: 'GET' })
  .validator(lists.listSurveys.query)
  .handler(({ data }) => callApi(lists.listSurveys, { query: data }))

export const surveysQuery = (query: Query<typeof lists.listSurveys>) =>
  queryOptions({
    queryKey: ['surveys', 'list', query],
    queryFn: ({ signal }) => fetchSurveys({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchSurveyCoverage = createServerFn({ method: 'GET' })
  .validator(surveys.listSurveyCoverage.query)
  .handler(({ data }) => callApi(surveys.listSurveyCoverage, { query: data }))

export const surveyCoverageQuery = (query: Query<typeof surveys.listSurveyCoverage>) =>
  queryOptions({
    queryKey: ['surveys', 'coverage', query],
    queryFn: ({ signal }) => fetchSurveyCoverage({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchSurvey = createServerFn({ method: 'GET' })
  .validator(surveys.getSurvey.params)
  .handler(({ data }) => callApi(surveys.getSurvey, { params: data }))

export const surveyQuery = (id: number) =>
  queryOptions({
    queryKey: ['surveys', 'one', id],
    queryFn: ({ signal }) => fetchSurvey({ data: { id }, signal }),
  })

export const fetchSurveyPoints = createServerFn({ method: 'GET' })
  .validator(surveys.getSurveyPoints.params.extend(surveys.getSurveyPoints.query.shape))
  .handler(({ data: { id, max } }) => callApi(surveys.getSurveyPoints, { params: { id }, query: { max } }))

/** For the browser only: a page does not include thousands of them. */
export const surveyPointsQuery = (id: number, max: number) =>
  queryOptions({
    queryKey: ['surveys', 'points', id, max],
    queryFn: ({ signal }) => fetchSurveyPoints({ data: { id, max }, signal }),
    enabled: typeof window !== 'undefined',
    staleTime: Infinity,
  })

export const fetchSurveyFindings = createServerFn({ method: 'GET' })
  .validator(surveys.listSurveyFindings.params)
  .handler(({ data }) => callApi(surveys.listSurveyFindings, { params: data }))

export const surveyFindingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['surveys', 'findings', id],
    queryFn: ({ signal }) => fetchSurveyFindings({ data: { id }, signal }),
    enabled: typeof window !== 'undefined',
  })

export const fetchSurveyLayers = createServerFn({ method: 'GET' })
  .validator(surveys.listSurveyLayers.params.extend(surveys.listSurveyLayers.query.shape))
  .handler(({ data: { id, ...query } }) => callApi(surveys.listSurveyLayers, { params: { id }, query }))

export const changeSurvey = createServerFn({ method: 'POST' })
  .validator(surveys.changeSurvey.params.extend(surveys.changeSurvey.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(surveys.changeSurvey, { params: { id }, body }))

export const changeSurveyRemedies = createServerFn({ method: 'POST' })
  .validator(surveys.changeSurveyRemedies.params.extend(surveys.changeSurveyRemedies.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(surveys.changeSurveyRemedies, { params: { id }, body }))

export const deleteSurvey = createServerFn({ method: 'POST' })
  .validator(surveys.deleteSurvey.params)
  .handler(({ data }) => callApi(surveys.deleteSurvey, { params: data }))

const newest = surveys.listSurveyLayers.query.parse({ limit: 25 })
/** The newest layers of a survey. */
export const surveyLayersQuery = (id: number) =>
  queryOptions({
    queryKey: ['surveys', 'layers', id],
    queryFn: ({ signal }) => fetchSurveyLayers({ data: { id, ...newest }, signal }),
  })
