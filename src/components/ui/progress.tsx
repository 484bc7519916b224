import { Progress } from 'radix-ui'
import { cn } from '~/lib/class-names.ts'

/** `value` from 0 to 1; without one the bar says only that something goes on. */
export function ProgressBar({
  value,
  label,
  className,
}: {
  value?: number
  label: string
  className?: string
}) {
  const share = value === undefined ? null : Math.min(1, Math.max(0, value))
  return (
    <Progress.Root
      value={share === null ? null : Math.round(share * 100)}
      aria-label={label}
      className={cn('h-2 w-full overflow-hidden rounded bg-hairline', className)}
    >
      <Progress.Indicator
        className={cn(
          'h-full rounded bg-secondary transition-[width]',
          share === null && 'w-1/3 animate-pulse',
        )}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </Progress.Root>
  )
}
