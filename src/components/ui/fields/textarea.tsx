import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'
import { controlClass } from './input.tsx'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(controlClass, 'h-auto! min-h-20 py-2', className)} {...props} />
}
