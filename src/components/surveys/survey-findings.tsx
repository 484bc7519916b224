import { useQuery } from '@tanstack/react-query'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { PointsFindings } from './points-findings.tsx'
import { RemedyList } from './remedy-list.tsx'
import { useRemedies } from './use-remedies.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { surveyFindingsQuery } from '~/server/surveys.functions.ts'

/** The check of the stored points, as an import would do it today, and the remedies with which they are read. */
export function SurveyFindings({ survey, mayChange }: { survey: Survey; mayChange: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(surveyFindingsQuery(survey.id))
  const { apply, undo, isPending, error: failure } = useRemedies(survey)
  return (
    <>
      {survey.remedies.length > 0 && (
        <Card title="Remedies">
          <p className="text-muted">
            The file is as it was sent, and is read so. Layers that were submitted before a change keep their
            clusters and figures.
          </p>
          <RemedyList remedies={survey.remedies} disabled={isPending} {...(mayChange && { onUndo: undo })} />
        </Card>
      )}
      <Card title="Findings">
        {failure && <Alert tone="error">{failureMessage(failure)}</Alert>}
        {data ? (
          data.content.length > 0 ? (
            <PointsFindings
              findings={data.content}
              disabled={isPending}
              {...(mayChange && { onRemedy: apply })}
            />
          ) : (
            <p className="text-muted">
              No findings: every row passes the import checks, also against the current outline of the
              country.
            </p>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonLines lines={2} label="Checking the points" />
        )}
      </Card>
    </>
  )
}
