import { getRouteApi } from '@tanstack/react-router'
import { Page } from '~/components/shell/page.tsx'
import { HelpPages } from './help-pages.tsx'

const route = getRouteApi('/_authed/modeling/')

export function HelpPage() {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title="Help Documentation">
      <HelpPages
        words={q}
        onWords={(next) =>
          void navigate({ search: { q: next || undefined }, replace: true, resetScroll: false })
        }
      />
    </Page>
  )
}
