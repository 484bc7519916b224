import { Suspense, lazy, useState } from 'react'
import type { Submission } from '#contract/submission-list.ts'
import { Button } from '~/components/ui/button.tsx'
import { TagsIcon } from '~/components/ui/icons.tsx'

const TagAllLayers = lazy(() => import('./tag-all-layers.tsx'))

export function TagSubmission({ submission }: { submission: Submission }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <TagsIcon aria-hidden="true" />
        Tag all layers
      </Button>
      {open && (
        <Suspense>
          <TagAllLayers submission={submission} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
