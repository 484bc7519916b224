import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'

/**
 * The native checkbox under a drawn one: a table has a hundred of them, and its click event reports whether Shift was
 * held. The click target is larger than the box.
 */
export function SelectBox({
  checked,
  onToggle,
  ...props
}: {
  checked: boolean | 'indeterminate'
  onToggle: (withShift: boolean) => void
} & Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'onToggle' | 'type'>) {
  const mixed = checked === 'indeterminate'
  return (
    <span className="relative inline-grid size-4 place-items-center align-middle">
      <input
        {...props}
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        checked={checked === true}
        className="peer absolute -inset-2.5 z-1 size-9 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
      <span
        aria-hidden="true"
        className={cn(
          'grid size-4 place-items-center rounded-[3px] border text-on-primary peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-55',
          checked === false ? 'border-control bg-ground' : 'border-primary-edge bg-primary',
        )}
      >
        {mixed ? <Minus className="size-3" /> : checked && <Check className="size-3" />}
      </span>
    </span>
  )
}
