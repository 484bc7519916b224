import { createFileRoute } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { RegisterPage } from '~/components/accounts/login/register-page.tsx'

export const Route = createFileRoute('/_guest/register')({
  staticData: { name: 'Register', title: 'Register', icon: UserPlus },
  component: RegisterPage,
})
