import { cn } from '~/lib/class-names.ts'
import { usePasswordStrength } from './use-password-strength.ts'

const fills = ['bg-error', 'bg-error', 'bg-warning', 'bg-success', 'bg-success'] as const

/** Four bars and a word, and why the service would reject the password; empty before the first character. */
export function StrengthMeter({
  password,
  personalWords,
  rejected,
}: {
  password: string
  personalWords: readonly string[]
  /** The field says why already. */
  rejected: boolean
}) {
  const strength = usePasswordStrength(password, personalWords)
  return (
    <div className="flex flex-col gap-1">
      <div className={cn('flex items-center gap-2', strength && 'h-5')}>
        <span aria-hidden="true" className={cn('flex-1 gap-1', strength ? 'flex' : 'hidden')}>
          {strength &&
            [1, 2, 3, 4].map((bar) => (
              <span
                key={bar}
                className={cn(
                  'h-1 flex-1 rounded',
                  bar <= Math.max(1, strength.score) ? fills[strength.score] : 'bg-hairline',
                )}
              />
            ))}
        </span>
        <output aria-live="polite" className="w-32 text-right text-xs text-muted">
          {strength && `Strength: ${strength.word}`}
        </output>
      </div>
      {strength?.score === 1 && !rejected && <p className="text-xs text-muted">{strength.rejection}</p>}
    </div>
  )
}
