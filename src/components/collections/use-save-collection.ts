import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Collection } from '#contract/rasters/collection-list.ts'
import { stepsOf } from '~/components/countries/adding.ts'
import { pickEdited } from '~/components/form/use-contract-form.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { changeCollection, createCollection } from '~/server/collections.functions.ts'
import { type Covariate, toMembers } from './band-choice.ts'

interface CollectionDraft {
  name: string
  description: string
  bands: readonly Covariate[]
  population_band: { name: string } | null
}

/** Sends the collection and opens its page. Throws the service's error. */
export function useSaveCollection(previous: Collection | undefined, adding?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const send = (
    { name, description, bands, population_band }: CollectionDraft,
    edited: ReadonlySet<string>,
  ) => {
    const names = toMembers(bands)
    if (!previous) {
      return createCollection({
        data: { name, description, bands: names, population_band: population_band?.name },
      })
    }
    const changes = { name, description, bands: names, population_band: population_band?.name ?? null }
    return changeCollection({
      data: { id: previous.id, ...pickEdited(changes, edited), current_version: previous.version },
    })
  }
  return async (draft: CollectionDraft, edited: ReadonlySet<string>) => {
    const collection = await send(draft, edited)
    client.setQueryData(['collections', 'one', collection.id], collection)
    await client.invalidateQueries({ queryKey: ['collections', 'list'] })
    await client.invalidateQueries({ queryKey: ['collections', 'versions', collection.id] })
    showSnackbar({
      color: 'success',
      message: previous ? `${collection.name} was changed.` : `${collection.name} was created.`,
    })
    await navigate(
      adding === undefined
        ? { to: '/raster/band-collection/$id', params: { id: String(collection.id) } }
        : stepsOf(adding),
    )
  }
}
