import type { acceptAssetFinding, withdrawAssetFinding } from '#contract/rasters/asset-findings.ts'
import type { Body } from '#contract/endpoint.ts'
import { and, eq } from '#drizzle'
import type { Actor, Caller, Services } from '../../context.ts'
import { accepted_findings } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { requireOwner } from '../../require-owner.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { bandNumber } from './accepted-findings.ts'
import { requireAsset } from './get.ts'
import { listFindings } from './list-findings.ts'

/** Accepts one of an asset's warnings; accepting it again replaces the reason. */
export async function acceptFinding(
  services: Services,
  actor: Actor,
  id: number,
  { code, band, reason }: Body<typeof acceptAssetFinding>,
  caller: Caller,
): Promise<{ msg: string }> {
  await requireOwnAsset(services, actor, id)
  const { content } = await listFindings(services, id, caller)
  const finding = content.find((one) => one.code === code && one.band === band)
  if (!finding)
    throw new ServiceError(
      'not-found',
      sentence`The raster asset ${id} has no finding '${code}' there; reload the page.`,
    )
  if (finding.severity !== 'warning')
    throw new ServiceError(
      'invalid',
      sentence`Only warnings can be accepted, and '${code}' is ${inWords[finding.severity]}.`,
    )
  const accepted = { reason, accepted_by: actor.id, accepted_at: new Date() }
  await transactionWithAudit(services.db, (tx) =>
    tx
      .insert(accepted_findings)
      .values({ asset_id: id, code, band: bandNumber(band), ...accepted })
      .onConflictDoUpdate({
        target: [accepted_findings.asset_id, accepted_findings.code, accepted_findings.band],
        set: accepted,
      }),
  )
  return { msg: 'The warning was accepted.' }
}

const inWords = { error: 'an error', note: 'a note' }

export async function withdrawFinding(
  services: Services,
  actor: Actor,
  id: number,
  { code, band }: Body<typeof withdrawAssetFinding>,
): Promise<{ msg: string }> {
  await requireOwnAsset(services, actor, id)
  const which = and(
    eq(accepted_findings.asset_id, id),
    eq(accepted_findings.code, code),
    eq(accepted_findings.band, bandNumber(band)),
  )
  await transactionWithAudit(services.db, async (tx) => {
    const gone = await tx.delete(accepted_findings).where(which).returning({ code: accepted_findings.code })
    if (gone.length === 0)
      throw new ServiceError(
        'not-found',
        sentence`No acceptance of '${code}' is recorded for the raster asset ${id}.`,
      )
  })
  return { msg: 'The acceptance was withdrawn.' }
}

async function requireOwnAsset({ db }: Services, actor: Actor, id: number): Promise<void> {
  const asset = await requireAsset(db, id)
  requireOwner(actor, asset.created_by, `the raster asset ${id}`)
}
