import { getRouteApi } from '@tanstack/react-router'
import { importPlaceGroup } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { ImportForm } from './import-form.tsx'

const route = getRouteApi('/_authed/place-groups/import')

export function ImportOutlinesPage() {
  const { me } = route.useRouteContext()
  const { adding } = route.useSearch()
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
