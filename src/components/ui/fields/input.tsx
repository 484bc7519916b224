import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'

export const controlClass =
  'block h-9 w-full min-w-0 rounded border border-control bg-ground px-3 text-sm text-text disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-error'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(controlClass, className)} {...props} />
}
