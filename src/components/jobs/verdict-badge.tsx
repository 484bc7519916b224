import { Ban, Flag, Grid3x3, Map as MapIcon, Minus, type LucideIcon } from 'lucide-react'
import type { VerdictLevel } from '#contract/jobs/verdict.ts'
import { browserTitle } from '~/lib/browser-title.ts'
import { VERDICT_ABOUT, VERDICT_LABELS } from './verdict-labels.ts'

const ICONS: Record<VerdictLevel, LucideIcon> = {
  cells: Grid3x3,
  adm2: MapIcon,
  adm1: MapIcon,
  nation: Flag,
  none: Ban,
}

/** What a layer can be used for, as icon and label. */
export function VerdictBadge({
  verdict,
  textOnly = false,
}: {
  verdict: VerdictLevel | null
  textOnly?: boolean
}) {
  if (verdict === null)
    return (
      <span className="flag text-muted" ref={browserTitle('Available once the job is completed')}>
        {!textOnly && <Minus aria-hidden="true" />}
        n/a
      </span>
    )
  const Icon = ICONS[verdict]
  return (
    <span
      className={`flag ${verdict === 'none' ? 'text-warning' : 'text-text'}`}
      ref={browserTitle(VERDICT_ABOUT[verdict])}
    >
      {!textOnly && <Icon aria-hidden="true" />}
      {VERDICT_LABELS[verdict]}
    </span>
  )
}
