import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { NotificationPreferences } from '#contract/notifications.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Card } from '~/components/ui/card.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import {
  notificationPreferencesQuery as query,
  setNotificationPreferences,
} from '~/server/notifications.functions.ts'

const CHOICES: readonly { name: keyof NotificationPreferences; label: string; help: string }[] = [
  { name: 'in_workspace', label: 'In the workspace', help: 'Under the bell in the title row.' },
  { name: 'by_email', label: 'By email', help: 'One message per submission, to your address.' },
  { name: 'failures_only', label: 'Failures only', help: 'Only if at least one layer has failed.' },
]

/** A choice is saved at once; if the service cannot, it is taken back with a message. */
export function NotificationsCard() {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(query)
  const save = useMutation({
    mutationFn: (next: NotificationPreferences) => setNotificationPreferences({ data: next }),
    onMutate: async (next) => {
      await client.cancelQueries(query)
      const before = client.getQueryData(query.queryKey)
      client.setQueryData(query.queryKey, next)
      return { before }
    },
    onError: (failure, _next, context) => {
      client.setQueryData(query.queryKey, context?.before)
      showFailure(failure)
    },
    onSuccess: () => showSnackbar({ color: 'success', message: 'Notifications are saved' }),
  })
  return (
    <Card title="Notifications" anchor="notifications">
      <p className="text-muted">When all layers of one of your submissions have ended, notify me:</p>
      {data ? (
        <ul className="flex flex-col gap-3">
          {CHOICES.map((choice) => (
            <Choice
              key={choice.name}
              {...choice}
              checked={data[choice.name]}
              disabled={
                save.isPending || (choice.name === 'failures_only' && !data.in_workspace && !data.by_email)
              }
              onChange={(checked) => save.mutate({ ...data, [choice.name]: checked })}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Card>
  )
}

function Choice({
  label,
  help,
  checked,
  disabled,
  onChange,
}: {
  label: string
  help: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <li className="flex gap-3">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      </div>
    </li>
  )
}
