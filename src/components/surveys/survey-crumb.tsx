import { useQuery } from '@tanstack/react-query'
import { surveyName } from './survey-labels.ts'
import { surveyQuery } from '~/server/surveys.functions.ts'

/** The last breadcrumb: the survey by name as soon as it is known. */
export default function SurveyCrumb({ text }: { text: string }) {
  const { data } = useQuery({ ...surveyQuery(Number(text)), enabled: false })
  return data ? surveyName(data) : `Survey ${text}`
}
