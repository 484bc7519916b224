import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/people.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { ErrorState } from '~/components/ui/error-state.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Select } from '~/components/ui/select.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { accountsQuery, handOver } from '~/server/people.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'

const active = accountsQuery({
  status: ['active'],
  role: ['staff', 'admin'],
  limit: 1000,
  skip: 0,
  sort_by: 'name',
  sort_order: 'asc',
})

export function HandOverDialog({ account: { id, name, submissions }, onClose }: PersonDialogProps<Account>) {
  const [to, setTo] = useState('')
  const people = useQuery(active)
  const others = people.data?.content.filter((other) => other.id !== id)
  const hand = usePersonCall(
    () => handOver({ data: { id, to_user_id: Number(to) } }),
    (answer) => {
      onClose()
      showSuccess(answer)
    },
  )
  return (
    <PersonDialog
      title={`Hand over from ${name}`}
      description={`${submissions === 1 ? 'One submission goes' : `${submissions.toLocaleString('en')} submissions go`} to another person, who can then cancel and continue them. ${name} remains their author.`}
      button="Hand over"
      busy={hand.isPending}
      disabled={to === ''}
      onSubmit={() => hand.mutate(undefined)}
      onClose={onClose}
    >
      {people.isError ? (
        <ErrorState
          message={failureMessage(people.error)}
          onRetry={() => void people.refetch()}
          busy={people.isFetching}
        />
      ) : !others ? (
        <SkeletonLines lines={2} />
      ) : (
        <Field label="To" help={others.length === 0 ? 'No one else can submit.' : undefined} required>
          {(control) => (
            <Select {...control} value={to} onChange={(event) => setTo(event.target.value)}>
              <option value="">Choose a person</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  {other.name} ({other.email})
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </PersonDialog>
  )
}
