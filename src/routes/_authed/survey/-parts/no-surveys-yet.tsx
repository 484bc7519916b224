import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Users } from '~/components/ui/icons.tsx'

export function NoSurveysYet() {
  return (
    <EmptyState className="rounded border" icon={Users} title="No surveys yet">
      A survey is a file of clusters with their position, a numerator and a denominator. Layers are modelled
      from it.
    </EmptyState>
  )
}
