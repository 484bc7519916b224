import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'
import { ChevronDown } from 'lucide-react'
import { controlClass } from './input.tsx'

/** The native select: it works with every keyboard, screen reader and phone. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select className={cn(controlClass, 'appearance-none pr-8')} {...props}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
