import { createFileRoute } from '@tanstack/react-router'
import { importPlaceGroup } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { addingSearch } from '~/components/countries/adding.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { FileUp } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { ImportForm } from '~/components/place-groups/import-form.tsx'

export const Route = createFileRoute('/_authed/place-groups/import')({
  validateSearch: addingSearch,
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery)),
  staticData: {
    title: 'Import outlines',
    icon: FileUp,
    breadcrumbs: ['Administration', 'Place Groups', 'Import outlines'],
  },
  component: ImportOutlines,
})

function ImportOutlines() {
  const { me } = Route.useRouteContext()
  const { adding } = Route.useSearch()
  return (
    <Page title="Import outlines" className="max-w-160">
      {may(me, importPlaceGroup) ? (
        <>
          <AddingNote iso3_code={adding} />
          <p className="text-muted">
            Upload the outlines of a country or of its admin units: one feature per unit, each with a name and
            a unique code. Every feature is checked; the version is stored only if none has an error.
          </p>
          <ImportForm adding={adding} />
        </>
      ) : (
        <WritersOnly what="import outlines" />
      )}
    </Page>
  )
}
