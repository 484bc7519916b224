import type { ReactNode } from 'react'
import { Bell } from '~/components/layout/notifications/bell.tsx'
import { SearchButton } from '~/components/layout/search-button.tsx'
import { Shell } from '~/components/layout/shell.tsx'
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
