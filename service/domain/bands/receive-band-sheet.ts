import { asRejection } from '../tables/as-rejection.ts'
import type { Caller } from '../../context.ts'
import { isSmallText, readInChild } from '../tables/read-in-child.ts'
import { type BandSheet, readBandSheet } from './read-band-sheet.ts'

const MODULE = new URL('./band-sheet.child.ts', import.meta.url)

/** An uploaded sheet of bands. @throws ServiceError if it is not one */
export async function receiveBandSheet(content: Buffer, caller: Caller): Promise<BandSheet> {
  if (isSmallText(content)) return readBandSheet(content)
  try {
    return await readInChild(MODULE, { what: 'The sheet', input: null, content }, caller)
  } catch (error) {
    throw asRejection(error)
  }
}
