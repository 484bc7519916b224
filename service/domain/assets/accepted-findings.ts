import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { accepted_findings, users } from '../../db/schema.ts'

/** The findings of an asset, of which those that were accepted say by whom and why. */
export async function withAcceptances(
  db: Executor,
  assetId: number,
  findings: readonly RasterFinding[],
): Promise<RasterFinding[]> {
  const rows = await db
    .select({
      code: accepted_findings.code,
      band: accepted_findings.band,
      reason: accepted_findings.reason,
      at: accepted_findings.accepted_at,
      by: personNameIfAny,
    })
    .from(accepted_findings)
    .leftJoin(users, eq(users.id, accepted_findings.accepted_by))
    .where(eq(accepted_findings.asset_id, assetId))
  return findings.map((finding) => {
    const row = rows.find(({ code, band }) => code === finding.code && band === bandNumber(finding.band))
    if (!row || finding.severity !== 'warning') return finding
    const { reason, by, at } = row
    return { ...finding, accepted: { reason, by, at: at.toISOString() } }
  })
}

/** The band number as stored: 0 for the whole file. */
export const bandNumber = (band: number | null): number => band ?? 0
