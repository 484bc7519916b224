import { Link } from '@tanstack/react-router'

const links = {
  login: { to: '/login', label: 'Log In' },
  register: { to: '/register', label: 'Register' },
  recover: { to: '/recover-password', label: 'Recover Password' },
  confirm: { to: '/confirm-email', label: 'Resend Email Confirmation' },
} as const

/** Other destinations for people who are not logged in. */
export function EntryLinks({ to }: { to: readonly (keyof typeof links)[] }) {
  return (
    <nav aria-label="Other options" className="flex flex-wrap justify-center gap-x-4 gap-y-1 border-t pt-4">
      {to.map((key) => (
        <Link key={key} to={links[key].to} className="text-link underline-offset-2 hover:underline">
          {links[key].label}
        </Link>
      ))}
    </nav>
  )
}
