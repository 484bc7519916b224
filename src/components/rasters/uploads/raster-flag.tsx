import { Check, Minus } from 'lucide-react'

/** Yes or no as an icon with a text label. */
export function RasterFlag({ on, yes, no }: { on: boolean; yes: string; no: string }) {
  const Icon = on ? Check : Minus
  return (
    <span className={on ? 'text-success' : 'text-muted'} title={on ? yes : no}>
      <Icon aria-hidden="true" className="inline size-4" />
      <span className="sr-only">{on ? yes : no}</span>
    </span>
  )
}
