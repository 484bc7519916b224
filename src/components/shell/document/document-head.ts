import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { basePath } from '~/lib/base-path.ts'
import type { Session } from '~/server/accounts.functions.ts'
import appCss from '~/styles/app.css?url'

export const documentHead = (title: string | undefined, session: Session | undefined) => ({
  meta: [
    { charSet: 'utf-8' },
    { name: 'viewport', content: 'width=device-width, initial-scale=1' },
    { title: [title, session?.brandName].filter(Boolean).join(' – ') },
    ...(session?.sentryDsn ? [{ name: 'sentry-dsn', content: session.sentryDsn }] : []),
  ],
  links: [
    { rel: 'stylesheet', href: appCss },
    // Beside the style sheet, not after it: text that is shown in another font first may wrap differently.
    {
      rel: 'preload',
      as: 'font' as const,
      type: 'font/woff2',
      href: interLatin,
      crossOrigin: 'anonymous' as const,
    },
    { rel: 'icon', type: 'image/svg+xml', href: `${basePath}/logo.svg` },
  ],
})
