import { listTags } from '#contract/projects/tag-list.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { TagsIcon } from 'lucide-react'
import { tagPageQuery } from '~/server/tags.functions.ts'
import { TagsPage } from '~/components/tags/tags-page.tsx'

export const Route = createFileRoute('/_authed/tags/')({
  ...routeOf(searchOf(listTags)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(tagPageQuery(deps))),
  staticData: {
    name: 'Tags',
    list: 'listTags',
    title: 'Tags',
    icon: TagsIcon,
    breadcrumbs: ['Projects', 'Tags'],
  },
  component: TagsPage,
})
