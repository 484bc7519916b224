import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Spinner } from './spinner.tsx'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'pressed' | 'bar'
type Size = 'medium' | 'small' | 'tiny' | 'icon' | 'smallIcon' | 'tinyIcon'

const sizes: Record<Size, string> = {
  medium: '',
  small: 'small',
  tiny: 'tiny',
  icon: 'icon-only',
  smallIcon: 'icon-only small',
  tinyIcon: 'icon-only tiny',
}

const iconOnly = new Set<Size>(['icon', 'smallIcon', 'tinyIcon'])

type ButtonVariants = { variant?: Variant; size?: Size }

/** For links that look like buttons. */
export const buttonClass = ({ variant = 'primary', size = 'medium' }: ButtonVariants = {}) =>
  cn('button', variant, sizes[size])

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonVariants & { busy?: boolean }) {
  const style = cn(buttonClass({ variant, size }), className)
  return (
    <button
      type={type}
      className={style}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      // An icon alone is not clear to everyone.
      title={iconOnly.has(size) ? props['aria-label'] : undefined}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
