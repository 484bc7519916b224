import { Link, type LinkProps } from '@tanstack/react-router'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { type LucideIcon, Plus } from 'lucide-react'

/** A screen's primary action in its title row. */
export function PageAction({
  icon: Icon = Plus,
  children,
  ...action
}: { icon?: LucideIcon; children: string } & ({ to: LinkProps['to'] } | { onClick: () => void })) {
  const content = (
    <>
      <Icon aria-hidden="true" />
      {children}
    </>
  )
  return 'to' in action ? (
    <Link to={action.to} className={buttonClass()}>
      {content}
    </Link>
  ) : (
    <Button onClick={action.onClick}>{content}</Button>
  )
}
