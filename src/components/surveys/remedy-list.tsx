import type { Remedy, SurveyRemedy } from '#contract/surveys/remedies.ts'
import { remedySentence } from '#contract/surveys/remedy-words.ts'
import { Button } from '~/components/ui/button.tsx'
import { Undo2 } from 'lucide-react'
import { capitalised } from '~/lib/capitalised.ts'

/** The remedies of a points file, as they were applied, each of which can be undone. */
export function RemedyList({
  remedies,
  disabled = false,
  onUndo,
}: {
  remedies: readonly SurveyRemedy[]
  disabled?: boolean
  onUndo?: (remedy: Remedy) => void
}) {
  return (
    <ul aria-label="Remedies" className="divide-y rounded border">
      {remedies.map((one) => {
        const words = capitalised(remedySentence(one))
        return (
          <li
            key={one.remedy}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2"
          >
            <span className="min-w-0 break-words">{words}</span>
            {onUndo && (
              <Button
                variant="secondary"
                size="small"
                disabled={disabled}
                aria-label={`Undo: ${words}`}
                onClick={() => onUndo(one.remedy)}
              >
                <Undo2 aria-hidden="true" />
                Undo
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
