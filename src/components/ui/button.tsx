import type { ComponentProps } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Spinner } from './spinner.tsx'

const variants = {
  primary: 'border-primary-edge bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-control bg-raised text-text hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-text hover:bg-hover',
  danger: 'border-error bg-raised text-error hover:bg-error-soft',
  pressed: 'border-secondary bg-selected text-text hover:bg-hover',
  /** On the coloured top bar. */
  bar: 'border-transparent bg-transparent text-on-primary hover:bg-primary-hover',
} as const

const sizes = {
  medium: 'h-9 px-3 text-sm',
  small: 'h-8 px-2 text-sm',
  tiny: 'h-7 px-2 text-sm',
  icon: 'size-9',
  smallIcon: 'size-8',
  tinyIcon: 'size-7',
} as const

const iconOnly = new Set<keyof typeof sizes>(['icon', 'smallIcon', 'tinyIcon'])

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** For links that look like buttons. */
export const buttonClass = ({ variant = 'primary', size = 'medium' }: ButtonLook = {}) =>
  cn('button', variants[variant], sizes[size])

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
  const look = cn(buttonClass({ variant, size }), className)
  return (
    <button
      type={type}
      className={look}
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
