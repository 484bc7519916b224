import type { ReactNode } from 'react'
import { Bell } from '~/components/notifications/bell.tsx'
import { SearchButton } from '~/components/palette/search-button.tsx'
import { Shell } from '~/components/shell/shell.tsx'
import type { Session } from '~/server/accounts.functions.ts'

/** The shell of every logged-in screen, with search and notifications. */
export function StaffShell(props: { session: Session; userName: string; children: ReactNode }) {
  return (
    <Shell
      {...props}
      tools={
        <>
          <SearchButton />
          <Bell />
        </>
      }
    />
  )
}
