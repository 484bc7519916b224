import { useEffect, useMemo, useRef, useState } from 'react'
import { dropDraft, keepDraft } from '~/components/form/kept-draft.ts'
import { AskBeforeLeaving } from '~/components/form/leave-guard.tsx'
import { useAskBeforeUnload } from '~/components/form/use-ask-before-unload.ts'
import { changesInDraft, draftKey } from '~/components/submissions/new/configuration-draft.ts'
import { SendForm } from '~/components/submissions/new/send-form.tsx'
import { ValidatedSheetView } from './validated-sheet-view.tsx'
import { jsonFile, jsonOf } from './sheet-file.ts'
import type { Sheet } from './sheet.ts'
import { useValidatedSheet } from './use-validated-sheet.ts'
import type { NewSubmissionState, Sendable, Start } from '~/components/submissions/new/use-new-submission.ts'

/** A configuration that can be fixed in place: an unchanged file is sent as it is, an edited one as JSON. */
export function FixConfiguration({
  state,
  start,
  personId,
}: {
  state: NewSubmissionState
  start: Start
  personId: number
}) {
  const { name, before, previous } = start
  const [sheet, setSheet] = useState(start.sheet)
  const keys = useRef(new Map<string, Sendable['keys']>())
  const { surveys, title, projectId } = state
  const fileOf = (one: Sheet) => (previous && one === before ? previous.file : jsonFile(one, name))
  const validated = useValidatedSheet(sheet, {
    surveys,
    name,
    fileOf,
    previous:
      previous?.surveys === surveys ? { sheet: start.sheet, validation: previous.validation } : undefined,
  })
  const changed = useMemo(() => changesInDraft({ before, sheet }) > 0, [before, sheet])
  const isSent = state.send.isSuccess
  const names = useMemo(() => surveys.map((file) => file.name), [surveys])
  useEffect(() => {
    if (isSent) dropDraft(draftKey(personId))
    else if (changed) keepDraft(draftKey(personId), { name, title, projectId, before, sheet, surveys: names })
  }, [isSent, changed, personId, name, title, projectId, before, sheet, names])
  useAskBeforeUnload(!isSent)
  const sendable = (): Sendable => {
    const text = jsonOf(sheet)
    const attempts = keys.current.get(text) ?? new Map<string, string>()
    keys.current.set(text, attempts)
    return {
      surveys,
      file: fileOf(sheet),
      layers: sheet.rows.length,
      keys: attempts,
    }
  }
  return (
    <>
      <AskBeforeLeaving
        title="Leave before the configuration is submitted?"
        description={
          changed
            ? 'Your changes stay in this tab and are offered when you come back. Points files have to be attached again.'
            : 'The file has to be chosen again when you come back.'
        }
        isUnsent={() => !state.isSent.current}
      />
      <ValidatedSheetView
        sheet={sheet}
        before={before}
        validated={validated}
        layers={sheet.rows.length}
        name={name}
        editableRows
        surveyNames={names}
        onChange={setSheet}
      />
      <SendForm state={state} layers={sheet.rows.length} valid={validated.valid} sendable={sendable} />
    </>
  )
}
