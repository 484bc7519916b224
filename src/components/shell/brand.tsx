import { Logo } from './logo.tsx'

export function Brand({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-base font-semibold">
      <Logo className="size-7 shrink-0" />
      <span className="truncate rail:sr-only">{name}</span>
    </span>
  )
}
