import type { ReactNode } from 'react'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'

/** An inspection's findings, errors first, each with its remedy. */
export function RasterFindings({
  findings,
  label,
  footer,
}: {
  findings: readonly RasterFinding[]
  label?: string
  footer?: (finding: RasterFinding) => ReactNode
}) {
  return (
    <FindingItems findings={findings} label={label} footer={footer} className="">
      {({ band, message }) => (
        <PlacedMessage place={band === null ? null : `Band ${band}`}>{message}</PlacedMessage>
      )}
    </FindingItems>
  )
}
