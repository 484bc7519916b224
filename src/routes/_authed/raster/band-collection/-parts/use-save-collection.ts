import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Collection } from '#contract/collection-list.ts'
import { ApiError, credentialsRefused, failureMessage } from '~/api/api-error.ts'
import { stepsOf } from '~/components/countries/adding.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { changeCollection, createCollection } from '~/server/collections.functions.ts'

interface Wanted {
  name: string
  description: string
  bands: readonly { name: string }[]
  population: { name: string } | null
  /** Jobs were run with it: its bands are not sent. */
  locked: boolean
}

/** Sends the collection and opens its page; shows the service's error messages. */
export function useSaveCollection(previous: Collection | undefined, adding?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, description, bands, population, locked }: Wanted) => {
      const names = bands.map((band) => band.name)
      if (!previous) {
        return createCollection({
          data: { name, description, bands: names, population_band: population?.name },
        })
      }
      const content = locked ? {} : { bands: names, population_band: population?.name ?? null }
      return changeCollection({ data: { id: previous.id, name, description, ...content } })
    },
    onSuccess: async (collection) => {
      client.setQueryData(['collections', 'one', collection.id], collection)
      await client.invalidateQueries({ queryKey: ['collections', 'list'] })
      showSnackbar({
        color: 'success',
        message: previous ? `${collection.name} was changed.` : `${collection.name} was created.`,
      })
      await navigate(
        adding === undefined
          ? { to: '/raster/band-collection/$id', params: { id: String(collection.id) } }
          : stepsOf(adding),
      )
    },
  })
  return { save: mutate, busy: isPending, problems: problemsOf(error) }
}

function problemsOf(error: unknown): string[] {
  if (error === null || credentialsRefused(error)) return []
  const each = error instanceof ApiError ? error.errors.map(({ message }) => message) : []
  return each.length > 0 ? each : [failureMessage(error)]
}
