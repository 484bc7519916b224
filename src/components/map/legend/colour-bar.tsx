import type { ReactNode } from 'react'

/** A bar of colours, with the values from its left to its right end, where a histogram has no room. */
export function ColourBar({
  title,
  background,
  children,
}: {
  title: ReactNode
  background: string
  /** One element per value. */
  children: ReactNode
}) {
  return (
    <div className="flex w-60 max-w-full flex-col gap-1 text-xs">
      <p className="break-words text-muted">{title}</p>
      <div
        aria-hidden="true"
        className="h-3 rounded-[2px] print:[print-color-adjust:exact]"
        style={{ background }}
      />
      <p className="tabular flex justify-between gap-2">{children}</p>
    </div>
  )
}
