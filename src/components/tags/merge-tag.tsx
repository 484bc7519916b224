import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Tag } from '#contract/projects/tag-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { mergeTag, tagsQuery } from '~/server/tags.functions.ts'
import { TagUseSummary } from './tag-use.tsx'
import { useTagCall } from './use-tag-call.ts'

/** Everything with this tag gets the chosen one instead. */
export function MergeTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const tags = useQuery(tagsQuery)
  const [into, setInto] = useState('')
  const merge = useTagCall((into_id: number) => mergeTag({ data: { id: tag.id, into_id } }), onClose)
  const others = tags.data?.content.filter(({ id }) => id !== tag.id)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge ${tag.name} into another tag`}
      description={`Everything tagged ${tag.name} gets the other tag instead, and ${tag.name} is deleted. This cannot be undone.`}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (into !== '' && !merge.isPending) merge.mutate(Number(into))
        }}
      >
        <TagUseSummary tag={tag} onLeave={onClose} />
        {tags.isError ? (
          <ErrorState error={tags.error} onRetry={() => void tags.refetch()} busy={tags.isFetching} />
        ) : !others ? (
          <SkeletonLines lines={2} label="Loading the tags" />
        ) : (
          <Field
            label="Merge into"
            required
            help={others.length === 0 ? 'There is no other tag.' : undefined}
          >
            {(control) => (
              <Select {...control} value={into} onChange={({ target }) => setInto(target.value)}>
                <option value="">Choose a tag</option>
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {merge.isError && <Alert tone="error">{failureMessage(merge.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={into === ''} busy={merge.isPending}>
            Merge
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
