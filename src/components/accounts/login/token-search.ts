import { z } from 'zod'
import { lenient } from '~/lib/lenient.ts'

/** `?token=…` of an emailed link; the address codec converts digits to numbers. */
export const tokenSearch = z.object({
  token: lenient(z.union([z.string().min(1).max(200), z.number().transform(String)])),
})
