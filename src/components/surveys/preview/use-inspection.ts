import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '#contract/endpoint.ts'
import { inspectSurvey } from '#contract/surveys/inspect-survey.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import { upload } from '~/api/upload.ts'
import { TYPING_MS, useSettled } from '~/components/ui/use-settled.ts'

export type Inspection = Answer<typeof inspectSurvey>

export const nonEmpty = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** What the file holds with these fields, inspected again when one of them has changed. */
export function useInspection(
  file: File,
  fields: Readonly<Record<string, string>>,
  remedies: readonly Remedy[],
) {
  // The contract takes no empty list.
  const body = { ...nonEmpty(fields), ...(remedies.length > 0 && { remedies }) }
  const settled = useSettled(body, JSON.stringify(body), TYPING_MS)
  return useQuery({
    queryKey: ['survey-inspection', file.name, file.size, file.lastModified, settled],
    queryFn: ({ signal }) => upload(inspectSurvey, { body: settled, files: { file } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}
