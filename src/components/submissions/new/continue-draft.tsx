import { useMemo, useState, useSyncExternalStore } from 'react'
import { dropDraft, storedDraft } from '~/components/form/kept-draft.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { History } from 'lucide-react'
import { type Draft, changesInDraft, parseDraft } from './configuration-draft.ts'

/** Offers the configuration that was being edited in this tab. */
export function ContinueDraft({
  draftKey,
  onContinue,
}: {
  draftKey: string
  onContinue: (draft: Draft) => void
}) {
  const [discarded, setDiscarded] = useState(false)
  // The server has no session storage: its page must not differ from the first one in the browser.
  const stored = useSyncExternalStore(
    () => () => {},
    () => storedDraft(draftKey),
    () => null,
  )
  const draft = useMemo(() => parseDraft(stored), [stored])
  if (!draft || discarded) return null
  const changes = changesInDraft(draft)
  return (
    <Alert>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="small" onClick={() => onContinue(draft)}>
          <History aria-hidden="true" />
          Continue with {draft.name} ({changes.toLocaleString('en')} {changes === 1 ? 'change' : 'changes'})
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            dropDraft(draftKey)
            setDiscarded(true)
          }}
        >
          Discard
        </Button>
      </div>
      {draft.surveys.length > 0 && (
        <p className="mt-2">Attach its points files again: {draft.surveys.join(', ')}.</p>
      )}
    </Alert>
  )
}
