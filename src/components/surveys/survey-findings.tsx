import { useQuery } from '@tanstack/react-query'
import { PointsFindings } from './points-findings.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { surveyFindingsQuery } from '~/server/surveys.functions.ts'

/** The check of the stored points, as an import would do it today. */
export function SurveyFindings({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(surveyFindingsQuery(id))
  return (
    <Card title="Findings">
      {data ? (
        data.content.length > 0 ? (
          <PointsFindings findings={data.content} />
        ) : (
          <p className="text-muted">
            No findings: every row passes the import checks, also against the current outline of the country.
          </p>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={2} label="Checking the points" />
      )}
    </Card>
  )
}
