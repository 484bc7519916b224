import type { ComponentProps } from 'react'

/**
 * The native checkbox, drawn by CSS: a table has a hundred of them, and its click event reports whether Shift was held.
 * The click target is larger than the box.
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
    <input
      {...props}
      type="checkbox"
      className="row-check"
      ref={(input) => {
        if (input) input.indeterminate = mixed
      }}
      checked={checked === true}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  )
}
