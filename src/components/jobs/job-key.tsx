/** A job's key, shortened in the middle: its end, the round and the id, distinguishes jobs and is never cut off. */
export function JobKey({ jobKey, ref }: { jobKey: string; ref?: (element: HTMLElement | null) => void }) {
  const end = Math.max(0, jobKey.search(/(-[^-]{1,6})?-[^-]*$/))
  return (
    <span className="job-key" ref={ref}>
      <span>{jobKey.slice(0, end)}</span>
      <span>{jobKey.slice(end)}</span>
    </span>
  )
}
