import type { Tag } from '#contract/tags.ts'

/** A tag's colour is the person's own choice; it stands as a dot, so that the word keeps its contrast. */
export function TagChips({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return <span className="text-muted">–</span>
  return (
    <ul aria-label="Tags" className="flex gap-1 max-[699px]:flex-wrap">
      {tags.map((tag) => (
        <li
          key={tag.id}
          className="inline-flex h-6 max-w-36 items-center gap-1.5 rounded-full border bg-sunk px-2 text-xs"
        >
          <span
            aria-hidden="true"
            className="size-2 shrink-0 rounded-full border border-control"
            style={{ background: /^#[0-9a-f]{6}$/i.test(tag.colour) ? tag.colour : undefined }}
          />
          <span className="truncate">{tag.name}</span>
        </li>
      ))}
    </ul>
  )
}
