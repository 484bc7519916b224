import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { and, asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands, collection_bands, type Layer } from '../../db/schema.ts'
import { chooseYears } from './choose-years.ts'

/** A layer's covariates, and which years of a series it could have used. */
export async function covariatesOf(
  db: Executor,
  layer: Pick<Layer, 'collection_id' | 'stack_version' | 'covariate_year'>,
): Promise<JobReport['covariates']> {
  const members = await db
    .select({
      band: bands.name,
      series: collection_bands.series,
      year: collection_bands.year,
      bandYear: bands.year,
    })
    .from(collection_bands)
    .innerJoin(bands, eq(bands.id, collection_bands.band_id))
    .where(
      and(
        eq(collection_bands.collection_id, layer.collection_id),
        eq(collection_bands.version, layer.stack_version),
      ),
    )
    .orderBy(asc(collection_bands.position))
  return chooseYears(members, layer.covariate_year).map(({ band, series, year, bandYear }) => ({
    name: series ?? band,
    band,
    year: year ?? bandYear,
    years: series === null ? [] : yearsOf(members, series),
  }))
}

const yearsOf = (members: readonly { series: string | null; year: number | null }[], series: string) =>
  members
    .flatMap((member) => (member.series === series && member.year !== null ? [member.year] : []))
    .toSorted((a, b) => a - b)
