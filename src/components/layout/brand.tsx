import { cn } from '~/lib/class-names.ts'
import { Logo } from './logo.tsx'

export function Brand({ name, rail = false }: { name: string; rail?: boolean }) {
  return (
    <span className="flex items-center gap-2 text-base font-semibold">
      <Logo className="size-7 shrink-0" />
      <span className={cn('truncate', rail && 'sr-only')}>{name}</span>
    </span>
  )
}
