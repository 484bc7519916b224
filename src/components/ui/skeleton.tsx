import { cn } from '~/lib/class-names.ts'

/** A grey placeholder in the shape of the content; `still` where nothing is loading. */
export function Skeleton({ className, still = false }: { className?: string; still?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-loading={still ? undefined : ''}
      className={cn('block h-4 rounded bg-hover', !still && 'animate-pulse', className)}
    />
  )
}

/** Several lines, announced once as loading. */
export function SkeletonLines({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <output aria-label={label} className="flex flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line % 3 === 2 ? 'w-2/3' : 'w-full'} />
      ))}
    </output>
  )
}
