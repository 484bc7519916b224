import type { ReactNode } from 'react'

/** What explains a figure or table, for those who ask; on paper if it was chosen. */
export const HowToRead = ({ of, children }: { of: string; children: ReactNode }) => (
  <details data-part="how-to-read" className="max-w-prose text-muted">
    <summary className="w-fit cursor-pointer text-link hover:underline print:hidden">
      How to read this<span className="sr-only">: {of}</span>
    </summary>
    <div className="mt-2 flex flex-col gap-2">{children}</div>
  </details>
)
