import { getRouteApi } from '@tanstack/react-router'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSurvey,
  changeSurveyRemedies,
  deleteSurvey,
  getSurveyPoints,
} from '#contract/surveys/surveys.ts'
import { addressOf } from '~/api/address.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Page } from '~/components/shell/page.tsx'
import { surveyName } from '~/components/surveys/survey-labels.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { FileDown, Pencil, Trash2 } from 'lucide-react'
import { surveyLayersQuery, surveyQuery } from '~/server/surveys.functions.ts'
import { DeleteSurvey } from '~/components/surveys/delete-survey.tsx'
import { DescribeSurvey } from '~/components/surveys/describe-survey.tsx'
import { SurveyClusters } from '~/components/surveys/survey-clusters.tsx'
import { SurveyFacts } from '~/components/surveys/survey-facts.tsx'
import { SurveyFindings } from '~/components/surveys/survey-findings.tsx'
import { SurveyLayers } from '~/components/surveys/survey-layers.tsx'

const route = getRouteApi('/_authed/survey/catalog/survey/$id')

export function SurveyPage() {
  const id = Number(route.useParams().id)
  const { me } = route.useRouteContext()
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
      <SurveyFindings survey={survey} mayChange={ownerMay(me, changeSurveyRemedies, survey.created_by)} />
      <SurveyLayers result={layers} />
    </Page>
  )
}
