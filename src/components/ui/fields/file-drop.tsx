import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cn } from '~/lib/class-names.ts'
import { FileUp } from 'lucide-react'

/** An area to choose or drop files. The native file field, hidden but in the tab order. */
export function FileDrop({
  label,
  help,
  accept,
  multiple = false,
  disabled = false,
  compact = false,
  name,
  describedBy,
  onFiles,
}: {
  label: string
  help?: ReactNode
  accept: readonly string[]
  multiple?: boolean
  disabled?: boolean
  compact?: boolean
  name?: string
  describedBy?: string
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    // The same file may be chosen again after it was fixed.
    if (input.current) input.current.value = ''
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  const takeEarly = useEffectEvent(() => take(input.current?.files ?? null))
  // Files that were chosen before the page was ready.
  useEffect(() => takeEarly(), [])
  return (
    // Dropping is an alternative; the file field inside works with every keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) take(event.dataTransfer.files)
      }}
      className={cn(
        'flex flex-col items-center justify-center gap-1 rounded border border-dashed text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover',
        compact ? 'px-3 py-3' : 'px-4 py-8',
        over ? 'border-secondary bg-selected' : 'border-control',
        disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer',
      )}
    >
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        className="sr-only"
        accept={accept.join(',')}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => take(event.currentTarget.files)}
      />
      {!compact && <FileUp aria-hidden="true" className="size-6 text-muted" />}
      <span className="font-medium">{label}</span>
      {help && <span className="text-xs text-muted">{help}</span>}
    </label>
  )
}
