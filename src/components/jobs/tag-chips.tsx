import type { Tag } from '#contract/tags.ts'
import { TagDot } from '~/components/tags/tag-dot.tsx'

/** `most`: so many are shown, the others counted. */
export function TagChips({ tags, most = tags.length }: { tags: readonly Tag[]; most?: number }) {
  if (tags.length === 0) return <span className="text-muted">–</span>
  const others = tags.slice(most)
  return (
    <ul aria-label="Tags" className="flex items-center gap-1 max-[699px]:flex-wrap">
      {tags.slice(0, most).map((tag) => (
        <li
          key={tag.id}
          className="inline-flex h-6 max-w-20 items-center max-[699px]:max-w-full min-[1600px]:max-w-36 gap-1.5 rounded-full border bg-sunk px-2 text-xs"
          title={tag.name}
        >
          <TagDot colour={tag.colour} />
          <span className="truncate">{tag.name}</span>
        </li>
      ))}
      {others.length > 0 && (
        <li className="relative text-xs text-muted" title={others.map(({ name }) => name).join(', ')}>
          +{others.length}
          <span className="sr-only"> more: {others.map(({ name }) => name).join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
