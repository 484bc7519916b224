import { useRef, useState } from 'react'
import { SendForm } from './send-form.tsx'
import { ValidatedSheetView } from './validated-sheet-view.tsx'
import { jsonFile, jsonOf } from './sheet-file.ts'
import { sheetOf } from './sheet.ts'
import { useValidatedSheet } from './use-validated-sheet.ts'
import type { Validated, NewSubmissionState, Sendable } from './use-new-submission.ts'

/** A configuration fixed in place: the current table is sent, as JSON. */
export function FixConfiguration({ state, start }: { state: NewSubmissionState; start: Validated }) {
  const [before] = useState(() => sheetOf(start.validation))
  const [sheet, setSheet] = useState(before)
  const keys = useRef(new Map<string, Sendable['keys']>())
  const { name } = start.file
  const validated = useValidatedSheet(sheet, {
    surveys: state.surveys,
    name,
    known: state.surveys === start.surveys ? { sheet: before, validation: start.validation } : undefined,
  })
  const sendable = (): Sendable => {
    const text = jsonOf(sheet)
    const known = keys.current.get(text) ?? new Map<string, string>()
    keys.current.set(text, known)
    return {
      surveys: state.surveys,
      file: sheet === before ? start.file : jsonFile(sheet, name),
      layers: sheet.rows.length,
      keys: known,
    }
  }
  return (
    <>
      <ValidatedSheetView
        sheet={sheet}
        before={before}
        validated={validated}
        layers={sheet.rows.length}
        name={name}
        editableRows
        onChange={setSheet}
      />
      <SendForm state={state} layers={sheet.rows.length} valid={validated.valid} sendable={sendable} />
    </>
  )
}
