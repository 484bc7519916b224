import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { getSurvey } from '#contract/surveys/surveys.ts'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { Users } from 'lucide-react'
import { surveyLayersQuery, surveyQuery } from '~/server/surveys.functions.ts'
import { SurveyPage } from '~/components/surveys/pages/survey-page.tsx'

const SurveyCrumb = lazy(() => import('~/components/surveys/survey-crumb.tsx'))

export const Route = createFileRoute('/_authed/survey/catalog/survey/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const { data } = getSurvey.params.safeParse(params)
    if (!data) throw notFound()
    await orNotFound(queryClient.ensureQueryData(surveyQuery(data.id)))
    await queryClient.prefetchQuery(surveyLayersQuery(data.id))
  },
  staticData: {
    title: 'Survey',
    icon: Users,
    breadcrumbs: ({ params }) => ['Survey', 'Catalog', { text: params['id'] ?? '', Words: SurveyCrumb }],
  },
  notFoundComponent: () => (
    <NoSuchRecord what="survey" to="/survey/catalog/{-$mode}" back="Back to the catalog" />
  ),
  component: SurveyPage,
})
