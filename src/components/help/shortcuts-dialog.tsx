import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Keys } from '~/components/ui/keys.tsx'
import { showFirstSteps } from '~/components/shell/preferences.ts'
import { SHORTCUT_GROUPS } from './shortcuts.ts'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Shortcuts">
      {SHORTCUT_GROUPS.map(({ id, title, rows }) => (
        <section key={id} aria-labelledby={id} className="flex flex-col gap-2">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
            {rows.map(([pressed, does]) => (
              <div key={pressed} className="contents">
                <dt className="whitespace-nowrap">
                  <Keys pressed={pressed} />
                </dt>
                <dd className="min-w-0">{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => {
          showFirstSteps(client, true)
          onClose()
          void navigate({ to: '/' })
        }}
      >
        Show the first steps on Home
      </Button>
    </Dialog>
  )
}
