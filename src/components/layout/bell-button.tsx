import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Bell as BellIcon } from '~/components/ui/icons.tsx'
import { showFailure } from './snackbar-outcomes.ts'

const load = () => import('./notifications/bell.tsx').then(({ Bell }) => Bell)
/** The page itself comes first. */
const IDLE_MS = 1500

/** Count and list load once the page has settled, or when the button is pressed. */
export function BellButton() {
  const [loaded, setLoaded] = useState<{ Bell: ComponentType<{ defaultOpen: boolean }>; open: boolean }>()
  const show = (open: boolean) => load().then((Bell) => setLoaded((before) => before ?? { Bell, open }))
  useEffect(() => {
    // A failure is reported when the button is pressed.
    const timer = setTimeout(() => void show(false).catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (loaded) return <loaded.Bell defaultOpen={loaded.open} />
  return (
    <Button
      variant="bar"
      size="icon"
      aria-label="Notifications"
      aria-haspopup="dialog"
      onClick={() => void show(true).catch(showFailure)}
    >
      <BellIcon aria-hidden="true" />
    </Button>
  )
}
