import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of every logged-out screen: logo, brand and one task. A name: for logged-in people who come here. */
export function NarrowCard({
  brandName,
  userName,
  children,
}: {
  brandName: string
  userName?: string
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col bg-sunk">
        <TopBar userName={userName} />
        <main id="content" tabIndex={-1} className="grid flex-1 place-items-center p-4 outline-none">
          <div className="flex w-full max-w-card flex-col gap-6 rounded border bg-raised p-6 wide:p-8">
            <div className="flex flex-col items-center gap-2">
              <Logo className="size-14" />
              <p className="text-xl font-semibold">{brandName}</p>
            </div>
            {children}
          </div>
        </main>
      </div>
    </>
  )
}
