import * as Radix from '@radix-ui/react-checkbox'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Check, Minus } from 'lucide-react'

/** Give it an `aria-label`, or a `Label` that points to its `id`. */
export function Checkbox({ className, checked, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      checked={checked}
      className={cn(
        'inline-grid size-4 shrink-0 place-items-center rounded-[3px] border border-control bg-ground text-on-primary data-[state=checked]:border-primary-edge data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary-edge data-[state=indeterminate]:bg-primary disabled:opacity-55',
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus aria-hidden="true" className="size-3" />
        ) : (
          <Check aria-hidden="true" className="size-3" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
}
