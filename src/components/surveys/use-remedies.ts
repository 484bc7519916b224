import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Remedy } from '#contract/surveys/remedies.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { changeSurveyRemedies } from '~/server/surveys.functions.ts'

/** Applies a remedy to a survey in the catalogue, or undoes one. */
export function useRemedies({ id, remedies }: Survey) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (names: Remedy[]) => changeSurveyRemedies({ data: { id, remedies: names } }),
    onSuccess: async ({ clusters }) => {
      await client.invalidateQueries({ queryKey: ['surveys'] })
      showSnackbar({
        color: 'success',
        message: `The survey has ${clusters.toLocaleString('en')} clusters now.`,
      })
    },
  })
  const names = remedies.map(({ remedy }) => remedy)
  return {
    apply: (remedy: Remedy) => mutate([...new Set([...names, remedy])]),
    undo: (remedy: Remedy) => mutate(names.filter((name) => name !== remedy)),
    isPending,
    error,
  }
}
