import type { ComponentProps } from 'react'
import { Check, Minus } from '~/components/ui/icons.tsx'

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
    <span className="row-check">
      <input
        {...props}
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        checked={checked === true}
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
      <span>{mixed ? <Minus className="size-3" /> : checked && <Check className="size-3" />}</span>
    </span>
  )
}
