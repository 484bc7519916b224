import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { Keys } from '~/components/ui/keys.tsx'
import { showFirstSteps } from '~/components/shell/preferences.ts'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { sessionQuery } from '~/server/accounts.functions.ts'

const link = 'text-link underline'

/** A newcomer's three steps, until they are hidden; the dialog of shortcuts shows them again. */
export function FirstSteps({ me }: { me: Me }) {
  const client = useQueryClient()
  const { firstSteps } = useSuspenseQuery(sessionQuery).data
  if (!firstSteps) return null
  return (
    <Card
      title="First steps"
      actions={
        <Button
          variant="quiet"
          size="small"
          aria-label="Hide the first steps"
          onClick={() => showFirstSteps(client, false)}
        >
          Hide
        </Button>
      }
    >
      <ol className="grid gap-4 @3xl:grid-cols-3">
        <Step number={1} title="See a result">
          Each{' '}
          <Link to="/modeling/product-catalog" search={{ status: ['completed'] }} className={link}>
            completed layer
          </Link>{' '}
          has a report: the map with its uncertainty, every admin unit, and cross-validation.
        </Step>
        {may(me, runFile) ? (
          <Step number={2} title="Submit a layer">
            Start from the sample configuration on{' '}
            <Link to="/modeling/submission" className={link}>
              Submission
            </Link>
            , or{' '}
            <Link to="/modeling/submission/add-country" className={link}>
              add a country
            </Link>{' '}
            with your own data.
          </Step>
        ) : (
          <Step number={2} title="Find a map">
            The{' '}
            <Link to="/spatial-catalog" className={link}>
              Spatial Catalog
            </Link>{' '}
            holds the maps that are final, to view and download.
          </Step>
        )}
        <Step number={3} title="Find your way">
          <span className="pointer-coarse:hidden">
            <Keys pressed="Ctrl + K" /> goes to any screen, layer or survey; <Keys pressed="?" /> lists all
            shortcuts.
          </span>
          <span className="hidden pointer-coarse:inline">
            The search in the top bar goes to any screen, layer or survey.
          </span>{' '}
          The{' '}
          <Link to="/modeling" className={link}>
            help
          </Link>{' '}
          explains every column, flag and figure.
        </Step>
      </ol>
    </Card>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-3">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full border bg-sunk text-xs font-semibold"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  )
}
