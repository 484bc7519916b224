/** A tag's colour is the person's own choice; it is shown as a dot, so that the text keeps its contrast. */
export function TagDot({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="size-2.5 shrink-0 rounded-full border border-control"
      style={{ background: /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined }}
    />
  )
}
