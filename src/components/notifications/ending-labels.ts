import type { Notification } from '#contract/notifications.ts'
import { Ban, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'

type Counts = Pick<Notification, 'completed' | 'failed' | 'cancelled'>

/** '3 completed, 1 failed' */
export const formatCounts = ({ completed, failed, cancelled }: Counts): string =>
  (
    [
      [completed, 'completed'],
      [failed, 'failed'],
      [cancelled, 'cancelled'],
    ] as const
  )
    .flatMap(([count, word]) => (count > 0 ? [`${count.toLocaleString('en')} ${word}`] : []))
    .join(', ')

/** As a submission's own status: failed if any layer failed, cancelled if none completed. */
export function styleOf({ completed, failed }: Counts): { icon: LucideIcon; ink: string } {
  if (failed > 0) return { icon: CircleX, ink: 'text-error' }
  return completed > 0 ? { icon: CircleCheck, ink: 'text-success' } : { icon: Ban, ink: 'text-muted' }
}
