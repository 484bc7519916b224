import { loadedLater } from '~/components/ui/loaded-later.tsx'

export const TagForm = loadedLater(async () => (await import('./tag-form.tsx')).TagForm)
export const MergeTag = loadedLater(async () => (await import('./merge-tag.tsx')).MergeTag)
