import { POINTS_ENDINGS } from '#contract/submissions/configuration-limits.ts'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'
import { X } from 'lucide-react'

/** Points files that the configuration names in its column `survey`. */
export function PointsFiles({
  files,
  isNeeded,
  disabled,
  onAdd,
  onRemove,
}: {
  files: readonly File[]
  /** Opens automatically when a finding is about a survey. */
  isNeeded: boolean
  disabled: boolean
  onAdd: (files: File[]) => void
  onRemove: (file: File) => void
}) {
  return (
    <details key={String(isNeeded)} open={isNeeded || files.length > 0 || undefined}>
      <summary className="w-fit cursor-pointer text-sm text-muted hover:text-text">
        Points files (optional)
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <FileDrop
          compact
          multiple
          label="Add points files"
          help="CSV files, workbooks or Stata files that the column ‘survey’ names. Catalogued surveys need none."
          accept={POINTS_ENDINGS}
          disabled={disabled}
          onFiles={onAdd}
        />
        {files.length > 0 && (
          <ul aria-label="Points files" className="flex flex-wrap gap-2">
            {files.map((file) => (
              <li key={file.name} className="flex h-8 items-center rounded-full border bg-sunk pl-3">
                {file.name}
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={`Remove ${file.name}`}
                  className="grid size-8 place-items-center rounded-full text-muted hover:text-text"
                  onClick={() => onRemove(file)}
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}
