import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Asset, Recipe } from '#contract/rasters/asset-list.ts'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { collectionQuery } from '~/server/collections.functions.ts'
import { AssetLink } from './asset-link.tsx'
import { METHOD_NAMES } from './asset-labels.ts'

/** The grid and the area of a processed raster. */
function RecipeGrid({ collection_id: collectionId, collection_version: version, iso3_code: iso3 }: Recipe) {
  const countryName = useCountryName()
  return (
    <>
      {collectionId === undefined ? 'Reference grid' : <CollectionGrid id={collectionId} version={version} />}
      {iso3 !== undefined && `, cut to ${countryName(iso3)}`}
    </>
  )
}

/** The collection may have been deleted since. */
function CollectionGrid({ id, version }: { id: number; version: number | undefined }) {
  const { data } = useQuery({ ...collectionQuery(id), retry: false })
  const named = version === undefined ? '' : `, version ${version}`
  if (!data) return `Grid of collection ${id}${named}`
  return (
    <>
      Grid of{' '}
      <Link
        to="/raster/band-collection/$id"
        params={{ id: String(id) }}
        className="break-all text-link underline"
      >
        {data.name}
      </Link>
      {named}
      {version !== undefined && data.version !== version && ` (now at version ${data.version})`}
    </>
  )
}

/** How a processed raster was made; nothing for another one. */
export function recipeFacts({ recipe, processed_from: id, processed_from_name: name }: Asset) {
  const facts: [name: string, value: ReactNode][] = []
  if (id !== null)
    facts.push([
      'Made from',
      <Fragment key="from">
        {recipe && `Band ${recipe.band} of `}
        <AssetLink id={id} name={name} />
      </Fragment>,
    ])
  if (recipe)
    facts.push(
      ['Method', METHOD_NAMES[recipe.method]],
      ['Processed to', <RecipeGrid key="grid" {...recipe} />],
    )
  return facts
}
