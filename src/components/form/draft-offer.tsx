import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { meQuery } from '~/server/accounts.functions.ts'
import { useFormContext } from './form-context.ts'
import { draftKeyOf, draftOf, dropDraft, isEmpty, keepDraft, readDraft } from './kept-draft.ts'

type Values = Record<string, unknown>

/**
 * Keeps what is typed into the form, and offers it after the session has ended or the page was loaded again. Leaving the
 * form otherwise, sending it and discarding the offer end the draft. `record` keeps forms apart that begin alike.
 */
export function DraftOffer({ record }: { record?: string | number }) {
  const form = useFormContext()
  const router = useRouter()
  const me = useQueryClient().getQueryData(meQuery.queryKey)
  const [key] = useState(() =>
    me
      ? draftKeyOf(
          me.id,
          router.state.location.pathname,
          form.options.defaultValues as unknown as Values,
          record,
        )
      : null,
  )
  const [offer, setOffer] = useState(() => (key && typeof window !== 'undefined' ? readDraft(key) : null))
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  useEffect(() => {
    if (key === null) return undefined
    let last: unknown = form.state.values
    let changed = false
    const { unsubscribe } = form.store.subscribe(() => {
      const { values, isSubmitSuccessful } = form.state
      if (isSubmitSuccessful) return dropDraft(key)
      if (values === last) return
      last = values
      const draft = draftOf(values, form.options.defaultValues as unknown as Values)
      if (!isEmpty(draft)) keepDraft(key, draft)
      else if (changed) dropDraft(key)
      changed = !isEmpty(draft)
    })
    return () => {
      unsubscribe()
      if (!['/logout', '/login'].includes(router.latestLocation.pathname)) dropDraft(key)
    }
  }, [form, router, key])
  if (offer === null || key === null || !isHydrated) return null
  return (
    <Alert title="You had entered something here that was not sent.">
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            for (const [name, value] of Object.entries(offer))
              form.setFieldValue(name as never, value as never)
            setOffer(null)
          }}
        >
          Restore what you entered
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            dropDraft(key)
            setOffer(null)
          }}
        >
          Discard
        </Button>
      </div>
    </Alert>
  )
}
