import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { surveyName } from '~/components/surveys/survey-labels.ts'
import { surveyQuery } from '~/server/surveys.functions.ts'

/** Opens the survey that an import would repeat, in a new tab: the form keeps what was filled in. */
export function ExistingSurvey({ id }: { id: number }) {
  const { data } = useQuery(surveyQuery(id))
  return (
    <Link
      to="/survey/catalog/survey/$id"
      params={{ id: String(id) }}
      target="_blank"
      className="break-words underline"
    >
      {data ? surveyName(data) : `Survey ${id}`} (opens in a new tab)
    </Link>
  )
}
