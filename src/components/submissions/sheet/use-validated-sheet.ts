import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Finding } from '#contract/shapes.ts'
import type { Validation } from '#contract/submissions/submissions.ts'
import { validateFile } from '~/components/submissions/new/validate-file.ts'
import { jsonFile, jsonOf } from './sheet-file.ts'
import type { Sheet } from './sheet.ts'

/** No request is sent while the person is typing. */
const TYPING_MS = 500

const noFindings: readonly Finding[] = []

/** The service's validation of a sheet, repeated whenever it has changed and typing has paused. */
export function useValidatedSheet(
  sheet: Sheet,
  {
    surveys,
    name,
    previous,
    ignore = () => false,
    fileOf = (settled) => jsonFile(settled, name),
  }: {
    surveys: readonly File[]
    name: string
    /** An existing validation result, and its sheet. */
    previous?: { sheet: Sheet; validation: Validation }
    /** Findings that do not apply where the sheet is sent. */
    ignore?: (finding: Finding) => boolean
    /** What would be sent for a sheet. */
    fileOf?: (sheet: Sheet) => File
  },
) {
  const text = jsonOf(sheet)
  const [settled, setSettled] = useState({ text, sheet })
  const settle = useEffectEvent(() => setSettled({ text, sheet }))
  useEffect(() => {
    const timer = setTimeout(settle, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  const unchanged = previous !== undefined && settled.text === jsonOf(previous.sheet)
  const query = useQuery({
    queryKey: [
      'validation',
      name,
      settled.text,
      surveys.map(({ name: file, size, lastModified }) => [file, size, lastModified]),
    ],
    queryFn: async ({ signal }) => {
      const validation = await validateFile(fileOf(settled.sheet), surveys, signal)
      return { validation, rows: settled.sheet.rows.map(({ row }) => row) }
    },
    enabled: !unchanged && settled.sheet.rows.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const fresh = settled.text === text && (unchanged || (query.isSuccess && !query.isPlaceholderData))
  const sheetFindings = unchanged ? previous.validation.findings : inOwnRows(query.data)
  const findings = sheetFindings.filter((finding) => !ignore(finding))
  return {
    findings,
    /** The findings are about the current sheet. */
    fresh,
    valid: fresh && sheet.rows.length > 0 && findings.every(({ severity }) => severity !== 'error'),
    error: unchanged ? null : query.error,
    retry: () => void query.refetch(),
  }
}

/** The service numbers the rows that were sent; the person sees those of the sheet. */
function inOwnRows(validated: { validation: Validation; rows: number[] } | undefined): readonly Finding[] {
  if (!validated) return noFindings
  return validated.validation.findings.map((finding) =>
    finding.row === null || finding.row === 1
      ? finding
      : { ...finding, row: validated.rows[finding.row - 2] ?? finding.row },
  )
}
