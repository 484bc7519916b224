import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as views from '#contract/lists/saved-views.ts'
import { callApi } from './http/api.server.ts'

const fetchViews = createServerFn({ method: 'GET' })
  .validator(views.listViews.query)
  .handler(({ data }) => callApi(views.listViews, { query: data }))

export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['views', list],
    queryFn: ({ signal }) => fetchViews({ data: { list }, signal }),
    staleTime: 60_000,
  })

export const createView = createServerFn({ method: 'POST' })
  .validator(views.createView.body)
  .handler(({ data }) => callApi(views.createView, { body: data }))

export const changeView = createServerFn({ method: 'POST' })
  .validator(views.changeView.params.extend(views.changeView.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(views.changeView, { params: { id }, body }))

export const deleteView = createServerFn({ method: 'POST' })
  .validator(views.deleteView.params)
  .handler(({ data }) => callApi(views.deleteView, { params: data }))

export const setDefaultView = createServerFn({ method: 'POST' })
  .validator(views.setDefaultView.body)
  .handler(({ data }) => callApi(views.setDefaultView, { body: data }))
