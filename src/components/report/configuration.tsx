import type { JobReport } from '#contract/jobs.ts'
import { Card } from '~/components/ui/card.tsx'

/** The row of the configuration that this layer came from, as it was sent. */
export function Configuration({ layer }: { layer: JobReport['layer'] }) {
  const filled = Object.entries(layer).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  if (filled.length === 0) return null
  return (
    <Card title="Configuration">
      <dl className="grid gap-x-8 wide:grid-cols-2">
        {filled.map(([column, value]) => (
          <div key={column} className="flex justify-between gap-4 border-b py-1.5">
            <dt className="font-mono text-xs leading-5 text-muted">{column}</dt>
            <dd className="tabular min-w-0 text-right break-words">{text(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
