/** `Shift + Enter` as two keys. */
export function Keys({ pressed }: { pressed: string }) {
  return pressed.split(' + ').map((key, place) => (
    <span key={key}>
      {place > 0 && ' + '}
      <kbd className="rounded border border-control bg-sunk px-1.5 py-0.5 font-mono text-xs">{key}</kbd>
    </span>
  ))
}
