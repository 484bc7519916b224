import { useQuery } from '@tanstack/react-query'
import { queueSizeQuery } from '~/server/jobs.functions.ts'

/** The length of the queue; renders nothing while it is unknown. */
export function QueueNote() {
  const { data } = useQuery(queueSizeQuery)
  if (!data) return null
  const { size, running } = data
  return (
    <p className="tabular text-muted">
      {size + running === 0 ? 'The queue is empty.' : `In the queue: ${size} waiting, ${running} running.`}
    </p>
  )
}
