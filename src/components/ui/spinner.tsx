import { cn } from '~/lib/class-names.ts'
import { LoaderCircle } from 'lucide-react'

export function Spinner({ className, label }: { className?: string; label?: string }) {
  const Root = label ? 'output' : 'span'
  return (
    <Root className="inline-flex">
      <LoaderCircle aria-hidden="true" className={cn('size-4 animate-spin', className)} />
      {label && <span className="sr-only">{label}</span>}
    </Root>
  )
}
