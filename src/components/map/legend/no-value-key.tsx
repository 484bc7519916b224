/** What the hatch of a map means. */
export function NoValueKey() {
  return (
    <p className="flex items-center gap-2 text-xs text-muted">
      <span aria-hidden="true" className="gap-hatch size-3.5 shrink-0 rounded-[2px] border" />
      Hatched: no value
    </p>
  )
}
