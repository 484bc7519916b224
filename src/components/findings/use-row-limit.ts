import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Finding } from '#contract/shapes.ts'
import { cellId } from './findings.ts'

const FIRST_ROWS = 50

/** The first rows, until all are requested or a finding in a later row must be shown. */
export function useRowLimit(rows: readonly { row: number }[]) {
  const [rowLimit, setRowLimit] = useState(FIRST_ROWS)
  const showAll = () => setRowLimit(rows.length)
  const show = (finding: Finding) => {
    const place = rows.findIndex(({ row }) => row === finding.row)
    if (place >= rowLimit) flushSync(showAll)
    const cell = document.getElementById(cellId(finding.row, finding.column))
    cell?.scrollIntoView({ block: 'center', inline: 'center' })
    cell?.focus({ preventScroll: true })
  }
  return { rowLimit, show, showAll }
}
