import { Button } from '~/components/ui/button.tsx'
import { ChartNoAxesCombined } from 'lucide-react'

/** Pressed: clicks on the map draw the line of the profile. */
export function ProfileButton({
  drawing,
  onDrawing,
}: {
  drawing: boolean
  onDrawing: (drawing: boolean) => void
}) {
  return (
    <Button
      variant={drawing ? 'pressed' : 'secondary'}
      aria-pressed={drawing}
      onClick={() => onDrawing(!drawing)}
    >
      <ChartNoAxesCombined aria-hidden="true" />
      Profile
    </Button>
  )
}
