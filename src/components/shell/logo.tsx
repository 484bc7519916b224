/** Three strata; the middle one carries the accent. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <path d="M16 3 29 9.5 16 16 3 9.5Z" fill="currentColor" />
      <path d="M3 15.5 6.6 13.7 16 18.4 25.4 13.7 29 15.5 16 22Z" className="fill-secondary" />
      <path d="M3 21.5 6.6 19.7 16 24.4 25.4 19.7 29 21.5 16 28Z" fill="currentColor" opacity=".55" />
    </svg>
  )
}
