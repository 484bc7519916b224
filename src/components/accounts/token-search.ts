import { z } from 'zod'

/** `?token=…` of a mail's link; the address codec makes numbers of digits. */
export const tokenSearch = z.object({
  token: z
    .union([z.string().min(1).max(200), z.number().transform(String)])
    .optional()
    .catch(undefined),
})
