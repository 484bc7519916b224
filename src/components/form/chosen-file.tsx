import { Button } from '~/components/ui/button.tsx'
import { FileDrop } from '~/components/ui/file-drop.tsx'
import { X } from '~/components/ui/icons.tsx'
import { fileSize } from '#contract/file-size.ts'

/** A form's one file: a place to drop it, then its name and size. */
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
            onClick={() => onFile(null)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : (
        <FileDrop
          label={label}
          help={help}
          accept={accept}
          disabled={disabled}
          describedBy={error ? 'file-error' : undefined}
          onFiles={([chosen]) => onFile(chosen ?? null)}
        />
      )}
      {error && (
        <p id="file-error" className="text-xs text-error">
          {error}
        </p>
      )}
    </div>
  )
}
