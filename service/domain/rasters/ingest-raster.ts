import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { cleanName } from '../../files/keep-file.ts'
import { dropLoose } from '../../files/loose-files.ts'
import type { Inspection } from '../../raster/inspect.ts'
import { expectCountry } from './expect-country.ts'
import { warnOfCopy } from './find-copies.ts'
import { requireStillWithinQuota } from './quota.ts'
import { adoptAsset, type BandToInsert } from './insert-asset.ts'
import { inspectOne, requireSha256, type StoredUpload } from './inspect-upload.ts'
import type { Expectation } from './validate-raster.ts'
import { presentInspection } from './present-raster.ts'

interface Arrival {
  /** In the store already. */
  sent: StoredUpload
  /** Where it came from, for messages. */
  field?: 'file' | 'url'
  sha256?: string
  /** The country that the raster is about; none: the whole world. */
  iso3_code?: string
  /** Counts of people are never below 0. */
  population?: boolean
  /** Whether the cells of all bands are classes; none: as the file says. */
  categorical?: boolean
  dry_run?: boolean
  createdBy: number | null
}

type Country = NonNullable<Expectation['country']>

/** The steps that differ between kinds of uploads. */
interface Adoption<T extends { id: number }> {
  /** The bands to catalogue. Throws when the raster is not what was described. */
  bands(inspection: Inspection, country: Country | undefined): BandToInsert[] | Promise<BandToInsert[]>
  /** Records about the asset, in the transaction that catalogues it; answers what the audit names. */
  record(tx: Executor, asset: IngestedRaster): Promise<T>
}

export interface IngestedRaster {
  id: number
  bands: { id: number; name: string }[]
  inspection: Inspection
  country: Country | undefined
}

interface Intake<T> {
  catalogued: boolean
  findings: RasterFinding[]
  raster: InspectedRaster
  /** Null: an error keeps the raster out, or it was only to be inspected. */
  adopted: T | null
}

/** Catalogues a stored raster: inspects, validates and adopts it, all or nothing. */
export async function ingestRaster<T extends { id: number }>(
  services: Services,
  arrival: Arrival,
  adoption: Adoption<T>,
  caller: Caller,
): Promise<Intake<T>> {
  const { db } = services
  const { sent, population, categorical, createdBy } = arrival
  requireSha256(sent, arrival.sha256)
  const { country } = await expectCountry(db, arrival.iso3_code, caller)
  const expected = { country, population, categorical }
  const { inspection, findings, sound, cog } = await inspectOne(
    services,
    sent,
    { ...expected, keep: !arrival.dry_run },
    caller,
    arrival.field,
  )
  const copies = await warnOfCopy(db, sent.sha256, sent.assetId)
  const found = { findings: [...findings, ...copies], raster: presentInspection(inspection) }
  if (!sound) {
    if (cog) await dropLoose(services, [cog.key])
    return { ...found, catalogued: false, adopted: null }
  }
  try {
    const bands = await adoption.bands(inspection, country)
    if (arrival.dry_run) return { ...found, catalogued: false, adopted: null }
    const adopted = await transactionWithAudit(db, async (tx) => {
      const upload = { ...sent, name: cleanName(sent.name) }
      const asset = await adoptAsset(tx, { upload, info: inspection.info, cog, bands, createdBy })
      // One that was received before was counted then.
      if (sent.assetId === undefined || sent.lacksFile)
        await requireStillWithinQuota(tx, services.config, createdBy, sent.size)
      return adoption.record(tx, { ...asset, inspection, country })
    })
    return { ...found, catalogued: true, adopted }
  } catch (error) {
    if (cog) await dropLoose(services, [cog.key])
    throw error
  }
}
