import { type ReactNode, useId } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Label } from './label.tsx'

interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean | undefined
}

/** Label above, help below, error in place; passes the ids that connect them to the control. */
export function Field({
  label,
  help,
  error,
  required,
  className,
  children,
}: {
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  required?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}) {
  const id = useId()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cn('flex flex-col gap-1', className)}>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        required,
      })}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-error">
          {error}
        </p>
      )}
    </div>
  )
}
