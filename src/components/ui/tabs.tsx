import * as Radix from '@radix-ui/react-tabs'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'

export const Tabs = Radix.Root

export function TabList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('flex gap-1 overflow-x-auto overflow-y-hidden border-b', className)}
      {...props}
    />
  )
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        '-mb-px h-9 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted hover:text-text data-[state=active]:border-secondary data-[state=active]:text-text',
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-4', className)} {...props} />
}
