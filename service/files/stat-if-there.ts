import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

/** There is no such file. Any other error, such as too many open files, does not say that. */
export const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'

/** Null if there is no such file. */
export const statIfThere = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
