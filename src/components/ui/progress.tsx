import { cn } from '~/lib/class-names.ts'

/** `value` from 0 to 1; without one, the bar is indeterminate. */
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
    <div
      // A progress element has a look of its own in each browser.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      className={cn('h-2 w-full overflow-hidden rounded bg-hairline', className)}
    >
      <div
        className={cn(
          'h-full rounded bg-secondary transition-[width]',
          share === null && 'w-1/3 animate-pulse',
        )}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  )
}
