import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts/people.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { accountsQuery, handOver } from '~/server/accounts.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
import { useRefetchPeople } from './use-person-call.ts'

const active = accountsQuery({
  status: ['active'],
  role: ['staff', 'admin'],
  limit: 1000,
  skip: 0,
  sort_by: 'name',
  sort_order: 'asc',
})

export function HandOverDialog({ account: { id, name, submissions }, onClose }: PersonDialogProps<Account>) {
  const people = useQuery(active)
  const others = people.data?.content.filter((other) => other.id !== id)
  const refetch = useRefetchPeople()
  const contract = useContractForm({
    defaults: { to_user_id: '' },
    check: (_, { to_user_id }) => (to_user_id === '' ? { to_user_id: 'Choose a person.' } : {}),
    send: async (_, __, { to_user_id }) => {
      const answer = await handOver({ data: { id, to_user_id: Number(to_user_id) } }).finally(
        () => void refetch(),
      )
      onClose()
      showSuccess(answer)
    },
  })
  const { form } = contract
  return (
    <form.AppForm>
      <PersonDialog
        title={`Hand over from ${name}`}
        description={`${submissions === 1 ? 'One submission goes' : `${submissions.toLocaleString('en')} submissions go`} to another person, who can then cancel and continue them. ${name} remains their author.`}
        submit={<form.SubmitButton disabled={!others?.length}>Hand over</form.SubmitButton>}
        onSubmit={contract.onSubmit}
        onClose={onClose}
      >
        <form.FormProblems labels={{ to_user_id: 'To' }} others={contract.others} record={id} />
        {people.isError ? (
          <ErrorState error={people.error} onRetry={() => void people.refetch()} busy={people.isFetching} />
        ) : !others ? (
          <SkeletonLines lines={2} />
        ) : (
          <form.AppField name="to_user_id">
            {(field) => (
              <field.SelectField
                label="To"
                help={others.length === 0 ? 'No one else can submit.' : undefined}
                required
                options={[
                  { value: '', label: 'Choose a person' },
                  ...others.map((other) => ({
                    value: String(other.id),
                    label: `${other.name} (${other.email})`,
                  })),
                ]}
              />
            )}
          </form.AppField>
        )}
      </PersonDialog>
    </form.AppForm>
  )
}
