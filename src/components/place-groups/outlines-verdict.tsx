import { type ComponentProps, useEffect, useRef } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import type { validatePlaceGroup } from '#contract/places/place-groups.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { count } from '~/lib/figures.ts'
import { OutlineFindings } from './outline-findings.tsx'

/** The outlines' validation result; nothing was stored. */
export function OutlinesVerdict({
  verdict: { valid, places, findings },
  onRemedy,
}: {
  verdict: Answer<typeof validatePlaceGroup>
  onRemedy: ComponentProps<typeof OutlineFindings>['onRemedy']
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const tone = !valid ? 'error' : findings.length > 0 ? 'warning' : 'success'
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <Alert
        tone={tone}
        title={valid ? 'These outlines can be imported' : 'These outlines cannot be imported yet'}
      >
        {valid
          ? `${count(places)} ${places === 1 ? 'unit was' : 'units were'} checked. Nothing is stored yet.`
          : findings.some(({ remedy }) => remedy)
            ? 'Nothing was stored. Fix the errors below.'
            : 'Nothing was stored. Fix the errors below in the file, then choose it again.'}
      </Alert>
      {findings.length > 0 && <OutlineFindings findings={findings} onRemedy={onRemedy} />}
    </div>
  )
}
