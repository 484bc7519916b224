import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lenient } from '~/lib/lenient.ts'
import { LogIn } from 'lucide-react'
import { LoginPage } from '~/components/accounts/login/login-page.tsx'

export const Route = createFileRoute('/_guest/login')({
  validateSearch: z.object({ next: lenient(z.string()) }),
  staticData: { name: 'LogIn', title: 'Log In', icon: LogIn },
  component: LoginPage,
})
