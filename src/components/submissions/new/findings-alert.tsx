import type { ReactNode } from 'react'
import type { Finding } from '#contract/shapes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { formatCounts } from '~/components/findings/findings.ts'
import { formatLayers } from './format-layers.ts'

/** In one line: whether it can be submitted, and what prevents it. */
export function FindingsAlert({
  valid,
  layers,
  findings,
  children,
}: {
  valid: boolean
  layers: number
  findings: readonly Finding[]
  children?: ReactNode
}) {
  const counts = formatCounts(findings)
  const faulty = new Set(findings.flatMap(({ severity, row }) => (severity === 'error' && row ? [row] : [])))
    .size
  return (
    <Alert
      tone={valid ? (findings.length > 0 ? 'warning' : 'success') : 'error'}
      title={
        valid
          ? `${formatLayers(layers)} ready to submit${counts && `, ${counts}`}`
          : `${counts || 'This configuration cannot be submitted'} in ${faulty > 0 && faulty < layers ? `${faulty} of ` : ''}${formatLayers(layers)}`
      }
    >
      {children}
    </Alert>
  )
}
