import { cn } from '~/lib/class-names.ts'
import { passwordStrength } from './password-strength.ts'

const fills = ['bg-error', 'bg-error', 'bg-warning', 'bg-success', 'bg-success'] as const

/** Four bars and a word; empty before the first character. */
export function StrengthMeter({ password, known }: { password: string; known: readonly string[] }) {
  const { score, word } = passwordStrength(password, known)
  const empty = password === ''
  return (
    <div className={cn('flex items-center gap-2', !empty && 'h-5')}>
      <span aria-hidden="true" className={cn('flex-1 gap-1', empty ? 'hidden' : 'flex')}>
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cn('h-1 flex-1 rounded', bar <= Math.max(1, score) ? fills[score] : 'bg-hairline')}
          />
        ))}
      </span>
      <output aria-live="polite" className="w-32 text-right text-xs text-muted">
        {empty ? '' : `Strength: ${word}`}
      </output>
    </div>
  )
}
