import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Tag } from '#contract/projects/tag-list.ts'
import type { TagUse } from '#contract/projects/tags.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { count } from '~/lib/figures.ts'
import { tagUseQuery } from '~/server/tags.functions.ts'

const counted = (number: number, word: string) => `${count(number)} ${number === 1 ? word : `${word}s`}`

export const isUsed = ({ jobs, products }: TagUse) => jobs + products > 0

/** How often a tag is used, with links to its layers and products. */
export function TagUseSummary({ tag, onLeave }: { tag: Tag; onLeave: () => void }) {
  const { data, isError, error, isFetching, refetch } = useQuery(tagUseQuery(tag.id))
  if (data) return <Counts tag={tag} use={data} onLeave={onLeave} />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  return <SkeletonLines lines={2} label="Loading the uses of the tag" />
}

const link = 'text-link underline underline-offset-2'

function Counts({ tag, use, onLeave }: { tag: Tag; use: TagUse; onLeave: () => void }) {
  if (!isUsed(use)) return <p>No layer or product has this tag.</p>
  return (
    <ul className="flex flex-col gap-1">
      {use.jobs > 0 && (
        <li>
          <Link
            to="/modeling/product-catalog"
            search={{ tags: [tag.name] }}
            className={link}
            onClick={onLeave}
          >
            {counted(use.jobs, 'layer')}
          </Link>{' '}
          of {counted(use.submissions, 'submission')}
        </li>
      )}
      {use.products > 0 && (
        <li>
          <Link to="/spatial-catalog" search={{ tags: [tag.name] }} className={link} onClick={onLeave}>
            {counted(use.products, 'product')}
          </Link>{' '}
          of the Spatial Catalog
        </li>
      )}
    </ul>
  )
}
