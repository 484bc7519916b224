import type { Upload } from '#contract/uploads.ts'
import type { Services } from '../../context.ts'
import { present, requireUpload } from './internal.ts'

export const get = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  personId: number,
  id: string,
): Promise<Upload> => present(files, await requireUpload(db, personId, id))
