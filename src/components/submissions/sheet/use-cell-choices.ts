import { useQuery } from '@tanstack/react-query'
import { METHODS } from '#contract/submissions/configuration.ts'
import { useCountryChoices } from '~/components/form/use-country-names.ts'
import { collectionNamesQuery } from '~/server/collections.functions.ts'

export type CellChoices = ReadonlyMap<string, readonly { value: string; label?: string }[]>

const plain = (values: readonly string[]) => values.map((value) => ({ value }))

/** Values offered in the cells of a configuration, by column; any other value can still be typed. */
export function useCellChoices(surveyNames: readonly string[]): CellChoices {
  const countries = useCountryChoices()
  const collections = useQuery(collectionNamesQuery)
  const choices: [string, { value: string; label?: string }[]][] = [
    ['iso3_code', countries ?? []],
    ['stack_name', plain((collections.data?.content ?? []).map(({ name }) => name))],
    ['survey', plain(surveyNames)],
    ['method', plain(METHODS)],
    ['adm_levels', plain(['1', '2', '1,2'])],
  ]
  return new Map(choices.filter(([, offered]) => offered.length > 0))
}
