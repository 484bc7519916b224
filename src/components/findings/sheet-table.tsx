import type { ReactNode } from 'react'

/** The frame of a sheet, cell by cell: it scrolls on its own; row numbers and column names are sticky. */
export function SheetTable({
  label = 'Configuration',
  heads,
  children,
}: {
  label?: string
  heads: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-label={`${label}, cell by cell`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
      tabIndex={0}
      className="@container max-h-[max(32rem,100dvh-14rem)] min-w-0 overflow-auto rounded border"
    >
      <table aria-label={label} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-30 border-r border-b bg-sunk px-3 py-2 text-right align-top text-xs font-semibold text-muted"
            >
              Row
            </th>
            {heads}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
