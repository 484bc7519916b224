import { useState } from 'react'
import { fileSize } from '#common/file-size.ts'
import { Button } from '~/components/ui/button.tsx'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'
import { X } from 'lucide-react'
import { hasEnding } from '~/lib/has-ending.ts'
import { useFieldContext } from './form-context.ts'

/** The field of a form's one file: a place to drop it, then its name and size. */
export function ChosenFile({
  label,
  help,
  accept,
  otherwise,
  disabled,
  onFile,
}: {
  label: string
  help: string
  accept: readonly string[]
  /** How to make such a file from one of another type. */
  otherwise?: string
  disabled?: boolean
  /** What else another file changes. */
  onFile: (file: File | null) => void
}) {
  const { name, state, handleChange, setMeta } = useFieldContext<File | null>()
  const [problem, setProblem] = useState<string>()
  const file = state.value
  const [error] = state.meta.errors as (string | undefined)[]
  const message = problem ?? error
  const choose = (next: File | null) => {
    const nextProblem = next === null ? undefined : problemOf(next, accept, otherwise)
    setProblem(nextProblem)
    if (nextProblem !== undefined) return
    // What the service said of another file.
    setMeta((meta) => ({ ...meta, errorMap: { ...meta.errorMap, onSubmit: undefined } }))
    handleChange(next)
    onFile(next)
  }
  return (
    <div className="flex flex-col gap-1">
      {file ? (
        <div className="flex items-center gap-3 rounded border px-3 py-2">
          <span className="min-w-0 flex-1 break-words">
            {file.name} <span className="text-muted">{fileSize(file.size)}</span>
          </span>
          <Button
            id={name}
            variant="quiet"
            size="icon"
            aria-describedby={message ? 'file-error' : undefined}
            aria-label={`Remove ${file.name}`}
            disabled={disabled}
            onClick={() => choose(null)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : (
        <FileDrop
          name={name}
          label={label}
          help={help}
          accept={accept}
          disabled={disabled}
          describedBy={message ? 'file-error' : undefined}
          onFiles={([next]) => choose(next ?? null)}
        />
      )}
      {message && (
        <p id="file-error" role={problem && 'alert'} className="text-xs break-words text-error">
          {message}
        </p>
      )}
    </div>
  )
}

/** Why it is not worth sending, if so: any file can be dropped. */
function problemOf(
  { name, size }: File,
  accept: readonly string[],
  otherwise: string | undefined,
): string | undefined {
  const endings = accept.filter((one) => one.startsWith('.'))
  if (!hasEnding(name, endings))
    return `‘${name}’ cannot be used. Choose a file that ends in ${endings.join(', ')}.${otherwise ? ` ${otherwise}` : ''}`
  return size === 0 ? `‘${name}’ is empty.` : undefined
}
