export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed start-2 top-2 z-60 -translate-y-20 rounded border border-primary-edge bg-primary px-3 py-2 text-on-primary focus:translate-y-0 print:hidden"
    >
      Skip to the content
    </a>
  )
}
