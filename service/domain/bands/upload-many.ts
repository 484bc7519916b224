import type { uploadBands } from '#contract/rasters/band-uploads.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Caller, Services } from '../../context.ts'
import { type BandsToCatalogue, catalogueBands } from './catalogue-bands.ts'
import { receiveBandSheet } from './receive-band-sheet.ts'

/** Validates a sheet and its rasters and catalogues the bands while the caller waits. */
export async function uploadMany(
  services: Services,
  { sheet, ...input }: Omit<BandsToCatalogue, 'sheet' | 'uploadId'> & { sheet: Buffer },
  caller: Caller,
): Promise<Answer<typeof uploadBands>> {
  return catalogueBands(services, { ...input, sheet: await receiveBandSheet(sheet, caller) }, caller)
}
