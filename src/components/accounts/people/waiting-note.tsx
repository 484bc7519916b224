import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert } from '~/components/ui/alert.tsx'
import { accountsQuery } from '~/server/accounts.functions.ts'

const waiting = accountsQuery({
  status: ['waiting'],
  limit: 1,
  skip: 0,
  sort_by: 'created_at',
  sort_order: 'asc',
})

/** Says how many people are waiting for an admin, with a link to them. */
export function WaitingNote() {
  const count = useQuery(waiting).data?.totalElements ?? 0
  if (count === 0) return null
  return (
    <Alert tone="warning">
      {count === 1 ? 'One person is waiting' : `${count.toLocaleString('en')} people are waiting`} for
      approval.{' '}
      <Link to="/people" search={{ status: ['waiting'] }} className="text-link underline">
        Show
      </Link>
    </Alert>
  )
}
