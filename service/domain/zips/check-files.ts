import type { ZipFile } from '../../db/schema/job-records.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const AT_ONCE = 32
const MAX_LISTED = 100

/** Before the first byte: every file exists with its original size. 404 lists missing files, 409 changed ones. */
export async function checkFiles(store: FileStore, files: readonly ZipFile[]): Promise<void> {
  const gone: string[] = []
  const changed: string[] = []
  let next = 0
  const look = async () => {
    while (next < files.length) {
      const file = files[next++]
      const size = await store.size(file.key)
      if (size === null) gone.push(file.path)
      else if (size !== file.size) changed.push(file.path)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  const order = new Map(files.map(({ path }, i) => [path, i]))
  const listed = (paths: string[], what: string) =>
    paths
      .sort((a, b) => order.get(a)! - order.get(b)!)
      .slice(0, MAX_LISTED)
      .map((path) => ({ field: 'job_ids', message: `${path} ${what}` }))
  const of = `of ${files.length} files`
  if (gone.length > 0)
    throw new ServiceError('not-found', sentence`${gone.length} ${of} cannot be found; nothing was packed.`, {
      errors: listed(gone, 'is missing.'),
    })
  if (changed.length > 0)
    throw new ServiceError(
      'conflict',
      sentence`${changed.length} ${of} ${changed.length === 1 ? 'is' : 'are'} not what the job wrote; nothing was packed.`,
      { errors: listed(changed, 'has a different size from what the job wrote.') },
    )
}
