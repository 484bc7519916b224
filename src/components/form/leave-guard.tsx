import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { useFormContext } from './form-context.ts'

/** Asks before another screen opens, or the tab is closed, while a form holds what was neither sent nor taken back. */
export function LeaveGuard() {
  const form = useFormContext()
  const isUnsent = () => {
    const { isDefaultValue, isSubmitting, isSubmitSuccessful } = form.state
    return !isDefaultValue && !isSubmitting && !isSubmitSuccessful
  }
  return (
    <AskBeforeLeaving
      title="Leave without saving?"
      description="What you have entered here will be lost."
      isUnsent={isUnsent}
    />
  )
}

/** Like `LeaveGuard`, for a screen that knows what would be lost. */
export function AskBeforeLeaving({
  title,
  description,
  isUnsent,
}: {
  title: string
  description: string
  isUnsent: () => boolean
}) {
  const blocker = useBlocker({
    // An ended session cannot wait for an answer.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/logout' && isUnsent(),
    enableBeforeUnload: isUnsent,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={title}
      description={description}
      keep="Stay"
      action="Leave"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
