import type { ReactNode } from 'react'
import { CopyButton } from '~/components/jobs/report/files/copy-button.tsx'

export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="flex max-w-prose flex-col gap-3 text-base leading-6 [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2 [&_code]:font-mono [&_code]:text-[0.9em] [&_dd]:text-muted [&_dt]:font-medium [&_li]:my-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6">
      {children}
    </div>
  )
}

/** A table of the help; it scrolls inside its own region on narrow screens. */
export function HelpTable({
  label,
  head,
  children,
}: {
  label: string
  head: readonly string[]
  children: ReactNode
}) {
  return (
    <section
      aria-label={`${label}, table`}
      // Scrollable content must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded border"
    >
      <table
        aria-label={label}
        className="w-full border-collapse text-sm [&_code]:font-mono [&_code]:text-xs [&_td]:border-t [&_td]:px-3 [&_td]:py-2 [&_td]:align-top [&_tbody_th]:border-t [&_tbody_th]:px-3 [&_tbody_th]:py-2 [&_tbody_th]:text-left [&_tbody_th]:align-top [&_tbody_th]:font-normal"
      >
        <thead className="bg-sunk">
          <tr>
            {head.map((title) => (
              <th
                key={title}
                scope="col"
                className="h-10 px-3 text-left text-xs font-semibold whitespace-nowrap text-muted"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure className="flex max-w-prose min-w-0 flex-col gap-1">
      <figcaption className="text-xs font-medium text-muted">{label}</figcaption>
      <div className="flex items-start gap-1 rounded border bg-sunk p-1 pl-3">
        <pre
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
          tabIndex={0}
          className="min-w-0 flex-1 overflow-x-auto py-1.5 font-mono text-xs leading-5"
        >
          {text}
        </pre>
        <CopyButton text={text} what={`the code: ${label}`} />
      </div>
    </figure>
  )
}
