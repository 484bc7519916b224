import { failureMessage, isForbidden, isNotOffered } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'

/** Part of a screen could not be loaded, such as the choices of a field: why, and 'Try again'; not offered: nothing. */
export function LoadFailed({
  what,
  query: { error, isFetching, refetch },
}: {
  /** Plural, as the start of a sentence. */
  what: string
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}) {
  if (!error || isNotOffered(error)) return null
  return (
    <Alert tone="warning">
      <p>
        {what} cannot be shown: {failureMessage(error)}
      </p>
      {!isForbidden(error) && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          busy={isFetching}
          onClick={() => void refetch()}
        >
          Try again
        </Button>
      )}
    </Alert>
  )
}
