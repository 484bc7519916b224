import { createFileRoute } from '@tanstack/react-router'
import { tokenSearch } from '~/components/accounts/login/token-search.ts'
import { KeyRound } from 'lucide-react'
import { RecoverPasswordPage } from '~/components/accounts/login/recover-password-page.tsx'

export const Route = createFileRoute('/_public/recover-password')({
  validateSearch: tokenSearch,
  staticData: { name: 'RecoverPassword', title: 'Recover Password', icon: KeyRound },
  component: RecoverPasswordPage,
})
