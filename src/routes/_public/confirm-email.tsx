import { createFileRoute } from '@tanstack/react-router'
import { tokenSearch } from '~/components/accounts/login/token-search.ts'
import { MailCheck } from 'lucide-react'
import { EmailConfirmationPage } from '~/components/accounts/login/email-confirmation-page.tsx'

export const Route = createFileRoute('/_public/confirm-email')({
  validateSearch: tokenSearch,
  staticData: { name: 'EmailConfirmation', title: 'Email Confirmation', icon: MailCheck },
  component: EmailConfirmationPage,
})
