import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'

export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'>) {
  return (
    <label htmlFor={htmlFor} className={cn('block text-sm font-medium text-text', className)} {...props}>
      {children}
    </label>
  )
}
