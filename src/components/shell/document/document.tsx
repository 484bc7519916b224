import { HeadContent, ScriptOnce, Scripts, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { repeatEarlyPress } from './early-presses.ts'
import { firstScript } from './first-script.ts'
import { Snackbar } from '~/components/shell/snackbar/snackbar.tsx'

/** The HTML around every page. */
export function Document({ children }: { children: ReactNode }) {
  const preference = useRouteContext({
    from: '__root__',
    select: ({ session }) => session?.theme ?? 'light',
  })
  // Only for the first render; from then on only the theme switch changes the attribute.
  const [theme] = useState(preference)
  useEffect(repeatEarlyPress, [])
  return (
    // Before React, the script below has already resolved 'system' here.
    <html lang="en" data-theme={theme === 'system' ? 'light' : theme} suppressHydrationWarning>
      <head>
        <HeadContent />
        <ScriptOnce>{firstScript(theme)}</ScriptOnce>
      </head>
      <body>
        {children}
        <Snackbar />
        <Scripts />
      </body>
    </html>
  )
}
