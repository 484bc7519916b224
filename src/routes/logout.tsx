import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { LoggingOut } from '~/components/staff/logging-out.ts'
import { LogOut } from 'lucide-react'
import { lenient } from '~/lib/lenient.ts'

/** Opening the page changes nothing by itself: the page sends the POST, so an image on another site cannot. */
export const Route = createFileRoute('/logout')({
  /** Where to return after logging in again, if the logout was involuntary. */
  validateSearch: z.object({ next: lenient(z.string()) }),
  staticData: { name: 'LogOut', title: 'Log Out', icon: LogOut },
  beforeLoad: ({ context, search: { next } }) => {
    if (!context.session.loggedIn) throw redirect({ to: '/login', search: { next } })
  },
  component: LoggingOut,
})
