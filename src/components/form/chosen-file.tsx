import { useState } from 'react'
import { fileSize } from '#contract/file-size.ts'
import { Button } from '~/components/ui/button.tsx'
import { FileDrop } from '~/components/ui/file-drop.tsx'
import { X } from '~/components/ui/icons.tsx'
import { hasEnding } from '~/lib/has-ending.ts'

/** A form's one file, its field `file`: a place to drop it, then its name and size. */
export function ChosenFile({
  label,
  help,
  accept,
  file,
  error,
  disabled,
  onFile,
}: {
  label: string
  help: string
  accept: readonly string[]
  file: File | null
  error?: string
  disabled?: boolean
  onFile: (file: File | null) => void
}) {
  const [problem, setProblem] = useState<string>()
  const shown = problem ?? (file ? undefined : error)
  const choose = (chosen: File | null) => {
    const found = chosen === null ? undefined : problemOf(chosen, accept)
    setProblem(found)
    if (found === undefined) onFile(chosen)
  }
  return (
    <div className="flex flex-col gap-1">
      {file ? (
        <div className="flex items-center gap-3 rounded border px-3 py-2">
          <span className="min-w-0 flex-1 break-words">
            {file.name} <span className="text-muted">{fileSize(file.size)}</span>
          </span>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Remove ${file.name}`}
            disabled={disabled}
            onClick={() => choose(null)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : (
        <FileDrop
          name="file"
          label={label}
          help={help}
          accept={accept}
          disabled={disabled}
          describedBy={shown ? 'file-error' : undefined}
          onFiles={([chosen]) => choose(chosen ?? null)}
        />
      )}
      {shown && (
        <p id="file-error" role={problem && 'alert'} className="text-xs break-words text-error">
          {shown}
        </p>
      )}
    </div>
  )
}

/** Why it is not worth sending, if so: any file can be dropped. */
function problemOf({ name, size }: File, accept: readonly string[]): string | undefined {
  const endings = accept.filter((one) => one.startsWith('.'))
  if (!hasEnding(name, endings))
    return `‘${name}’ cannot be used. Choose a file that ends in ${endings.join(', ')}.`
  return size === 0 ? `‘${name}’ is empty.` : undefined
}
