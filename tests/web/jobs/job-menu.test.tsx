import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JobMenu } from '~/components/jobs/list/job-menu.tsx'
import { aJob } from '../support/submission-fakes.ts'

test('the actions of a row are not looked for before its menu opens: a page has a hundred', () => {
  const asked: number[] = []
  const actionsOf = (jobs: readonly { id: number }[]) => {
    asked.push(...jobs.map(({ id }) => id))
    return []
  }
  render(<JobMenu job={aJob({ id: 11 })} actionsOf={actionsOf} />)
  expect(screen.getByRole('button', { name: /^Actions for / })).toBeTruthy()
  expect(asked).toEqual([])
})
