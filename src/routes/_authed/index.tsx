import { createFileRoute } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { Page } from '~/components/layout/page.tsx'

export const Route = createFileRoute('/_authed/')({
  staticData: { name: 'Home', title: 'Home', icon: House },
  component: Home,
})

function Home() {
  const { me } = Route.useRouteContext()
  return <Page title={`Hello, ${me.first_name}`}>{null}</Page>
}
