import { Link } from '@tanstack/react-router'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { formatLayers } from '~/components/submissions/new/format-layers.ts'
import { useRunAgain } from '~/components/submissions/run-again/use-run-again.ts'
import { Button } from '~/components/ui/button.tsx'
import { Ban, ChevronDown, CircleX, Pencil, RotateCcw, WandSparkles } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'

/** Unchanged, only failed layers, or with changes. */
export function RunAgainMenu({ submission: { id, layers, counts } }: { submission: Submission }) {
  const again = useRunAgain(id, showFailure)
  const to = '/modeling/submission/$id/again'
  const params = { id: String(id) }
  return (
    <Menu
      label="Run again"
      trigger={
        <Button busy={again.isPending}>
          <RotateCcw aria-hidden="true" />
          Run again
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => again.mutate({})}>
        <RotateCcw aria-hidden="true" />
        Previous version ({formatLayers(layers)})
      </MenuItem>
      <MenuItem disabled={counts.failed === 0} onSelect={() => again.mutate({ only_failed: true })}>
        <CircleX aria-hidden="true" />
        Only the failed ({formatLayers(counts.failed)})
      </MenuItem>
      {counts.cancelled > 0 && (
        <MenuItem onSelect={() => again.mutate({ only_unfinished: true })}>
          <Ban aria-hidden="true" />
          Failed and cancelled ({formatLayers(counts.failed + counts.cancelled)})
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={to} params={params}>
          <Pencil aria-hidden="true" />
          Change values first
        </Link>
      </MenuItem>
      <MenuItem asChild disabled={counts.completed === 0}>
        <Link to={to} params={params} search={{ mode: 'improve' }} disabled={counts.completed === 0}>
          <WandSparkles aria-hidden="true" />
          Improve completed layers
        </Link>
      </MenuItem>
    </Menu>
  )
}
