import { searchOf } from '~/components/data-table/address/search.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createTag } from '#contract/projects/tags.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { TagsIcon } from 'lucide-react'
import { tagPageQuery } from '~/server/tags.functions.ts'
import { tagColumns } from './tag-columns.tsx'
import { TagForm } from './tag-form.tsx'

const search = searchOf(listTags)

const route = getRouteApi('/_authed/tags/')

const filters: Filter[] = [{ kind: 'contains', field: 'name', label: 'Name' }]

export function TagsPage() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
  const [adding, setAdding] = useState(false)
  const result = useQuery(tagPageQuery(query))
  const columns = useMemo(() => tagColumns(me), [me])
  const writes = may(me, createTag)
  return (
    <Page title="Tags" actions={writes && <PageAction onClick={() => setAdding(true)}>New tag</PageAction>}>
      <p className="max-w-prose text-muted">
        Tags group layers across submissions. A final layer’s product has the tags of its layer.
      </p>
      <DataTable
        label="Tags"
        pluralNoun="tags"
        columns={columns}
        {...address}
        filters={filters}
        result={result}
        empty={{
          icon: TagsIcon,
          title: 'No tags yet',
          text: writes
            ? 'Create one here, or in the Product Catalog while you tag layers.'
            : 'Tags that your colleagues create appear here.',
        }}
      />
      {adding && <TagForm onClose={() => setAdding(false)} />}
    </Page>
  )
}
