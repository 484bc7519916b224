import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonClass } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ArrowLeft, SearchX } from 'lucide-react'
import { useDocumentTitle } from '~/components/shell/use-document-title.ts'

/** The address names a record that does not exist, or no longer exists. */
export function NoSuchRecord({ what, to, back }: { what: string; to: LinkProps['to']; back: string }) {
  const title = `This ${what} does not exist`
  useDocumentTitle(title)
  return (
    <EmptyState
      className="rounded border"
      icon={SearchX}
      heading="h1"
      title={title}
      action={
        <Link to={to} className={buttonClass({ variant: 'secondary' })}>
          <ArrowLeft aria-hidden="true" />
          {back}
        </Link>
      }
    >
      It may have been deleted, or the link may be wrong.
    </EmptyState>
  )
}
