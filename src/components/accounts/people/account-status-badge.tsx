import { CircleCheck, CircleSlash, Hourglass, MailQuestionMark, type LucideIcon } from 'lucide-react'
import type { AccountStatus } from '#contract/accounts/accounts.ts'
import { statusWords } from '~/components/accounts/role-labels.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'

const looks: Readonly<Record<AccountStatus, { tone: Tone; icon: LucideIcon }>> = {
  unconfirmed: { tone: 'neutral', icon: MailQuestionMark },
  waiting: { tone: 'warning', icon: Hourglass },
  active: { tone: 'success', icon: CircleCheck },
  disabled: { tone: 'error', icon: CircleSlash },
}

export function AccountStatusBadge({ status }: { status: AccountStatus }) {
  return <Badge {...looks[status]}>{statusWords[status]}</Badge>
}
