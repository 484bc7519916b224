import { z } from 'zod'
import { iso3 } from '#contract/shapes.ts'
import { lenient } from '~/lib/lenient.ts'

/** `?adding=BEN`: a screen that was opened by 'Add a country' fills in the country and leads back. */
export const addingSearch = z.object({ adding: lenient(iso3) })

/** Where the steps of a country are. */
export const stepsOf = (iso3_code: string) =>
  ({ to: '/modeling/submission/add-country', search: { iso3_code } }) as const
