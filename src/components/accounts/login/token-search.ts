import { z } from 'zod'

/** `?token=…` of an emailed link; the address codec converts digits to numbers. */
export const tokenSearch = z.object({
  token: z
    .union([z.string().min(1).max(200), z.number().transform(String)])
    .optional()
    .catch(undefined),
})
