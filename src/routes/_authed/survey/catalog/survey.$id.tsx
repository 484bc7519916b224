import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { changeSurvey, deleteSurvey, getSurvey, getSurveyPoints } from '#contract/surveys/surveys.ts'
import { addressOf } from '~/api/address.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Page } from '~/components/shell/page.tsx'
import { orNotFound } from '~/components/shell/failures/missing-record.ts'
import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'
import { surveyName } from '~/components/surveys/survey-labels.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { FileDown, Pencil, Trash2, Users } from 'lucide-react'
import { surveyLayersQuery, surveyQuery } from '~/server/surveys.functions.ts'
import { DeleteSurvey } from '~/components/surveys/delete-survey.tsx'
import { DescribeSurvey } from '~/components/surveys/describe-survey.tsx'
import { SurveyClusters } from '~/components/surveys/survey-clusters.tsx'
import { SurveyFacts } from '~/components/surveys/survey-facts.tsx'
import { SurveyFindings } from '~/components/surveys/survey-findings.tsx'
import { SurveyLayers } from '~/components/surveys/survey-layers.tsx'
import { SurveyCrumb } from '~/components/surveys/survey-crumb.tsx'

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

function SurveyPage() {
  const id = Number(Route.useParams().id)
  const { me } = Route.useRouteContext()
  const { data: survey } = useSuspenseQuery(surveyQuery(id))
  const layers = useQuery(surveyLayersQuery(id))
  const [deleting, setDeleting] = useState(false)
  const [describing, setDescribing] = useState(false)
  return (
    <Page
      title={surveyName(survey)}
      actions={
        <>
          {ownerMay(me, changeSurvey, survey.created_by) && (
            <Button variant="secondary" onClick={() => setDescribing(true)}>
              <Pencil aria-hidden="true" />
              Describe
            </Button>
          )}
          {ownerMay(me, deleteSurvey, survey.created_by) && (
            <Button variant="danger" onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          )}
          <a
            href={addressOf(getSurveyPoints, { params: { id } })}
            download={`survey-${id}.geojson`}
            className={buttonClass({ variant: 'secondary' })}
          >
            <FileDown aria-hidden="true" />
            Download points
          </a>
        </>
      }
    >
      {describing && <DescribeSurvey survey={survey} onClose={() => setDescribing(false)} />}
      {deleting && <DeleteSurvey survey={survey} onClose={() => setDeleting(false)} />}
      <SurveyFacts survey={survey} />
      <SurveyClusters survey={survey} />
      <SurveyFindings id={id} />
      <SurveyLayers result={layers} />
    </Page>
  )
}
