import { CircleCheck, CircleSlash, Pin } from 'lucide-react'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { Badge } from '~/components/ui/badge.tsx'

/** How new layers use the version. */
export function PlaceGroupState({ version: { is_default, active } }: { version: PlaceGroupVersion }) {
  if (is_default) {
    return (
      <Badge tone="success" icon={Pin}>
        Default
      </Badge>
    )
  }
  return active ? <Badge icon={CircleCheck}>Active</Badge> : <Badge icon={CircleSlash}>Inactive</Badge>
}
