import { Link } from '@tanstack/react-router'
import { buttonClass } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { SearchX } from '~/components/ui/icons.tsx'

export function NoSuchCollection() {
  return (
    <EmptyState
      heading="h1"
      icon={SearchX}
      title="There is no such band collection"
      action={
        <Link to="/raster/band-collection" className={buttonClass({ variant: 'secondary' })}>
          All band collections
        </Link>
      }
    >
      It may have been removed.
    </EmptyState>
  )
}
