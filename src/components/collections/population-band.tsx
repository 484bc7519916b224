import { Button } from '~/components/ui/button.tsx'
import { Users, X } from 'lucide-react'
import type { BandChoice } from './band-choice.ts'

export function PopulationBand({ band, onRemove }: { band: BandChoice | null; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-2 border-t pt-3">
      <Users aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium">Population band: </span>
        {band ? band.name : <span className="text-muted">none; all cells have equal weight</span>}
      </p>
      {band && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove the population band ${band.name}`}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
