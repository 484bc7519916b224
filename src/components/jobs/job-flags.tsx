import { CircleCheck, CircleX, Minus, Star, TriangleAlert, type LucideIcon } from 'lucide-react'
import { browserTitle } from '~/lib/browser-title.ts'
import { cn } from '~/lib/class-names.ts'

interface FlagBadge {
  icon: LucideIcon
  word: string
  about: string
  ink: string
}

const FINAL_ABOUT = 'The job that counts for this country, target, source, wave and round'
const unknown = (about: string): FlagBadge => ({ icon: Minus, word: 'n/a', about, ink: 'text-muted' })

export const finalBadge = (final: boolean): FlagBadge =>
  final
    ? { icon: Star, word: 'Final', about: FINAL_ABOUT, ink: 'filled text-text font-medium' }
    : { icon: Minus, word: 'No', about: 'Another job counts, or none was chosen yet', ink: 'text-muted' }

export const admPassBadge = (pass: boolean | null): FlagBadge =>
  pass === null
    ? unknown('No admin unit of level 1 could be tested yet')
    : pass
      ? {
          icon: CircleCheck,
          word: 'Pass',
          about:
            'In every testable unit of level 1 the modelled mean lies inside the interval of the direct estimate',
          ink: 'text-success',
        }
      : {
          icon: CircleX,
          word: 'Not all',
          about:
            'In at least one testable unit of level 1 the modelled mean lies outside the interval of the direct estimate',
          ink: 'text-error',
        }

export const overfitBadge = (overfit: boolean | null): FlagBadge =>
  overfit === null
    ? unknown('Available after cross-validation')
    : overfit
      ? {
          icon: TriangleAlert,
          word: 'Overfit',
          about: 'The covariates make held-out blocks harder to predict',
          ink: 'text-warning',
        }
      : {
          icon: CircleCheck,
          word: 'No',
          about: 'The covariates do no material harm in held-out blocks, or R² falls little there',
          ink: 'text-success',
        }

/**
 * A flag as icon and label; the tooltip explains it, the browser's own because a page of rows has hundreds. `compact`:
 * the label is shown only if there is room.
 */
export function JobFlag({
  icon: Icon,
  word,
  about,
  ink,
  compact = false,
}: FlagBadge & { compact?: boolean }) {
  return (
    <span
      className={cn('flag', compact && 'compact', ink)}
      ref={browserTitle(compact ? `${word}. ${about}` : about)}
    >
      <Icon aria-hidden="true" />
      {word}
    </span>
  )
}
