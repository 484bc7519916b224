import { TableError } from '../../tables/table-error.ts'
import type { Caller } from '../../context.ts'
import { ServiceError } from '../../service-error.ts'
import { isSmallText, readInChild } from '../tables/read-in-child.ts'
import { type BandSheet, readBandSheet } from './read-band-sheet.ts'

const MODULE = new URL('./band-sheet.child.ts', import.meta.url)

/** An uploaded sheet of bands. @throws ServiceError if it is not one */
export async function receiveBandSheet(content: Buffer, caller: Caller): Promise<BandSheet> {
  if (isSmallText(content)) return readBandSheet(content)
  try {
    return await readInChild(MODULE, { what: 'The sheet', input: null, content }, caller)
  } catch (error) {
    if (error instanceof TableError) throw new ServiceError(error.kind, error.message)
    throw error
  }
}
