import { FlaskConical } from 'lucide-react'

/** Beside the title of what was modelled from invented data. */
export function SimulatedMark() {
  return (
    <span title="From a simulated survey" className="ms-1.5 inline-block align-[-2px] text-info">
      <FlaskConical aria-hidden="true" className="size-4" />
      <span className="sr-only">, from a simulated survey</span>
    </span>
  )
}
