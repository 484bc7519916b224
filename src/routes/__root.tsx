import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { HeadContent, Outlet, ScriptOnce, Scripts, createRootRouteWithContext } from '@tanstack/react-router'
import { type ReactNode, lazy, useEffect, useState } from 'react'
import type { RouterContext } from '~/router-context.ts'
import { repeatEarlyPress } from '~/components/shell/early-presses.ts'
import { firstScript } from '~/components/shell/first-script.ts'
import { RootPreloader } from '~/components/shell/root-preloader.tsx'
import { Snackbar } from '~/components/shell/snackbar/snackbar.tsx'
import { basePath } from '~/lib/base-path.ts'
import { RenderedAt } from '~/lib/time/clock.ts'
import { sessionQuery } from '~/server/accounts.functions.ts'
import appCss from '~/styles/app.css?url'

/** The frames of both kinds of screens: not part of every other screen's first load. */
const UnknownPath = lazy(() => import('./-unknown-path.tsx'))

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => ({ session: await context.queryClient.ensureQueryData(sessionQuery) }),
  head: ({ matches, match }) => {
    const session = match.context.session
    const brand = session?.brandName ?? ''
    const title = matches.some(({ _notFound }) => _notFound)
      ? 'Not Found'
      : matches.findLast(({ staticData }) => staticData.title)?.staticData.title
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { title: [title, brand].filter(Boolean).join(' – ') },
        ...(session?.sentryDsn ? [{ name: 'sentry-dsn', content: session.sentryDsn }] : []),
      ],
      links: [
        { rel: 'stylesheet', href: appCss },
        // Beside the style sheet, not after it: text that is shown in another font first may wrap differently.
        { rel: 'preload', as: 'font', type: 'font/woff2', href: interLatin, crossOrigin: 'anonymous' },
        { rel: 'icon', type: 'image/svg+xml', href: `${basePath}/logo.svg` },
      ],
    }
  },
  component: Root,
  notFoundComponent: UnknownPath,
  shellComponent: Document,
})

function Root() {
  const renderedAt = Route.useRouteContext({ select: ({ session }) => session?.renderedAt ?? null })
  return (
    <RenderedAt value={renderedAt}>
      <RootPreloader />
      <Outlet />
    </RenderedAt>
  )
}

function Document({ children }: { children: ReactNode }) {
  const chosen = Route.useRouteContext({ select: ({ session }) => session?.theme ?? 'light' })
  // Only for the first render; from then on only the theme switch changes the attribute.
  const [theme] = useState(chosen)
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
