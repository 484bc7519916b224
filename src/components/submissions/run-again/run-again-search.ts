import { z } from 'zod'
import { id } from '#contract/shapes.ts'
import { lenient } from '~/lib/lenient.ts'
import { AGAIN_MODES } from './again-mode.ts'

export const runAgainSearch = z.object({
  mode: lenient(z.enum(AGAIN_MODES)),
  /** The job that linked here. */
  job: lenient(id),
})
