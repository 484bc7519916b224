import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { changePlaceGroup } from '~/server/place-groups.functions.ts'

interface Change {
  is_default?: boolean
  active?: boolean
}

/** Changes a version at once; the message offers Undo if one call reverses it. */
export function useChangePlaceGroup({ id, version }: PlaceGroupVersion) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: ['place-groups'] })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: { change: Change; message: string; back?: Change }) =>
      changePlaceGroup({ data: { id, ...change } }),
    onSuccess: (_answer, { message, back }) =>
      showSnackbar({
        color: 'success',
        message,
        ...(back && {
          action: {
            label: 'Undo',
            onClick: () =>
              void changePlaceGroup({ data: { id, ...back } })
                .then(refetch)
                .catch(showFailure),
          },
        }),
      }),
    onError: showFailure,
    onSettled: refetch,
  })
  return {
    busy: isPending,
    makeDefault: () => mutate({ change: { is_default: true }, message: `${version} is the default now` }),
    activate: () =>
      mutate({ change: { active: true }, message: `${version} is active`, back: { active: false } }),
    deactivate: () =>
      mutate({
        change: { active: false },
        message: `${version} is inactive: new layers do not use it`,
        back: { active: true },
      }),
  }
}
