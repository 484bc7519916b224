import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import { importSurvey } from '#contract/surveys.ts'
import { may } from '~/api/may.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Users } from '~/components/ui/icons.tsx'

export function NoSurveysYet({ me }: { me: Me }) {
  const writer = may(me, importSurvey)
  return (
    <EmptyState
      className="rounded border"
      icon={Users}
      title="No surveys yet"
      action={
        writer && (
          <Link to="/survey/catalog/import" className={buttonClass({ variant: 'secondary' })}>
            Import a survey
          </Link>
        )
      }
    >
      A survey is a file of clusters with their position, a numerator and a denominator. Layers are modelled
      from it.
    </EmptyState>
  )
}
