import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OUTPUTS, OUTPUT_TYPES } from '#contract/jobs/output-types.ts'
import { eq } from '#drizzle'
import type { Services } from '#service/context.ts'
import { jobs } from '#service/db/schema.ts'
import { readReport } from '../../get-report.ts'
import { gatherRecord } from '../../methods/gather-record.ts'
import { methodsPage } from '../../methods/methods-page.ts'
import type { StoredProvenance } from '../../methods/methods-record.ts'
import { writeMethods } from '../../methods/write-methods.ts'
import type { ClaimedJob, LayerOutcome } from '../layer-task.ts'
import { outputName, type StoredOutput, storeOutputs } from './store-outputs.ts'

/** The methods page of a job that is about to be completed: the same bytes as of the completed job. */
export async function storeMethods(
  { db, files }: Pick<Services, 'db' | 'files'>,
  claim: ClaimedJob,
  folder: string,
  outcome: LayerOutcome,
  outputs: readonly StoredOutput[],
): Promise<StoredOutput[]> {
  const report = await readReport(db, eq(jobs.id, claim.id), `job ${claim.id}`)
  const provenance = JSON.parse(
    await readFile(join(folder, OUTPUTS.provenance.file), 'utf8'),
  ) as StoredProvenance
  const record = await gatherRecord(
    db,
    {
      ...report,
      is_overfit: outcome.isOverfit,
      diagnostics: outcome.diagnostics,
      outputs: OUTPUT_TYPES.flatMap((type) =>
        outputs
          .filter((output) => output.type === type)
          .map(({ size, sha256 }) => ({
            type,
            name: outputName(claim, type),
            media_type: OUTPUTS[type].mediaType,
            size,
            sha256,
          })),
      ),
    },
    provenance,
  )
  await writeFile(join(folder, OUTPUTS.methods.file), methodsPage(writeMethods(record)))
  return storeOutputs(files, claim, folder, ['methods'])
}
