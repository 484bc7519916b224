import { Link } from '@tanstack/react-router'
import type { Collection } from '#contract/rasters/collection-list.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { formatBounds, formatCells, formatCrs, formatResolution } from '~/components/rasters/raster-labels.ts'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { Card } from '~/components/ui/card.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { NONE } from '~/lib/figures.ts'
import { type Covariate, covariatesOf, keyOf, nameOf } from './band-choice.ts'
import { formatJobCount } from './collection-columns.tsx'
import { CollectionVersions } from './collection-versions.tsx'
import { Homogeneity } from './homogeneity.tsx'

export function CollectionDetails({ collection }: { collection: Collection }) {
  const { bands, population_band: population, width, height, bounds, crs } = collection
  const covariates = covariatesOf(bands)
  const countryName = useCountryName()
  const facts: [string, React.ReactNode][] = [
    ['Cells', width !== null && height !== null ? formatCells({ width, height }) : NONE],
    ['Resolution', formatResolution(collection.resolution_m)],
    ['Reference system', formatCrs(crs)],
    ['Extent', formatBounds({ bounds, crs_unit: 'degree' })],
    ['Countries', collection.iso3_codes.map(countryName).join(', ') || 'The whole world'],
    [
      'Population band',
      population ? (
        <BandLink key="band" id={population.id}>
          {population.name}
        </BandLink>
      ) : (
        'None: equal weights'
      ),
    ],
    ['Version', collection.version],
    ['Made by', collection.created_by_name ?? NONE],
    ['Made', <RelativeTime key="made" iso={collection.created_at} />],
  ]
  return (
    <>
      {collection.description && <p className="max-w-prose text-base">{collection.description}</p>}
      <div className="grid gap-4 wide:grid-cols-2">
        <Card title="Bands, in order">
          <ol className="divide-y">
            {covariates.map((covariate, place) => (
              <li key={keyOf(covariate)} className="flex items-baseline gap-3 py-2">
                <span className="tabular w-6 shrink-0 text-right text-muted">{place + 1}</span>
                <span className="min-w-0 flex-1 break-words">
                  {covariate.series === null ? (
                    <BandLink id={covariate.bands[0].id}>{nameOf(covariate)}</BandLink>
                  ) : (
                    nameOf(covariate)
                  )}
                  <span className="text-muted">
                    {covariate.series === null ? (
                      inWords(covariate, bands, countryName)
                    ) : (
                      <Years covariate={covariate} />
                    )}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Grid and origin">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
              {facts.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd className="break-words">{value}</dd>
                </div>
              ))}
            </dl>
          </Card>
          <Card title="Where it is used">
            {collection.jobs === 0 ? (
              <p className="text-muted">No job has used it yet.</p>
            ) : (
              <p>
                {formatJobCount(collection.jobs)} {collection.jobs === 1 ? 'job was' : 'jobs were'} run with
                it; each keeps the version that it was submitted with.{' '}
                <Link
                  to="/modeling/submission"
                  search={{ stack_name: [collection.name] }}
                  className="text-link underline underline-offset-2"
                >
                  Show the submissions
                </Link>
              </p>
            )}
          </Card>
        </div>
      </div>
      <CollectionVersions collection={collection} />
      <Card title="Homogeneity" help={<HelpLink topic="homogeneity" />}>
        <Homogeneity covariates={covariates} populationId={population?.id} />
      </Card>
    </>
  )
}

const BandLink = ({ id, children }: { id: number; children: React.ReactNode }) => (
  <Link
    to="/raster/band-catalog/$id"
    params={{ id: String(id) }}
    className="text-link underline underline-offset-2"
  >
    {children}
  </Link>
)

/** The years of a series, each with a link to its band. */
const Years = ({ covariate: { bands } }: { covariate: Covariate }) => (
  <>
    , years{' '}
    {bands.map(({ id, year }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        <BandLink id={id}>{year}</BandLink>
      </span>
    ))}
  </>
)

/** A band's unit, year and country. */
function inWords(
  { bands }: Covariate,
  members: Collection['bands'],
  countryName: (iso3: string) => string,
): string {
  const { unit, year, iso3_code } = members.find(({ id }) => id === bands[0].id)!
  return [unit, year, iso3_code === null ? 'the whole world' : countryName(iso3_code)]
    .filter((part) => part !== null && part !== '')
    .map((part) => `, ${part}`)
    .join('')
}
