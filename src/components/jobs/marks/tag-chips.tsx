import type { Tag } from '#contract/projects/tag-list.ts'
import { TagDot } from '~/components/tags/tag-dot.tsx'
import { cn } from '~/lib/class-names.ts'

/** `most`, for tables: shows this many, narrow, and the number of the others. */
export function TagChips({ tags, most }: { tags: readonly Tag[]; most?: number }) {
  if (tags.length === 0) return <span className="text-muted">–</span>
  const others = tags.slice(most ?? tags.length)
  return (
    <ul
      aria-label="Tags"
      className={cn('flex items-center gap-1 max-[699px]:flex-wrap', most === undefined && 'flex-wrap')}
    >
      {tags.slice(0, most).map((tag) => (
        <li
          key={tag.id}
          className={cn(
            'inline-flex h-6 items-center gap-1.5 rounded-full border bg-sunk px-2 text-xs',
            most === undefined ? 'max-w-64' : 'max-w-20 max-[699px]:max-w-full min-[1600px]:max-w-36',
          )}
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
