import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const getComic = defineEndpoint({
  name: 'getComic',
  resource: 'app',
  summary: 'Get the comic of the home page as sanitised HTML; empty if unavailable',
  method: 'GET',
  path: '/app/xkcd',
  answer: z.object({
    data: z.string(),
    /** Whether an address is set, so that an empty answer can be explained. */
    configured: z.boolean().optional(),
  }),
})
