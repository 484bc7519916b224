import type { Answer } from '#contract/endpoint.ts'
import type { StacCollection, listStacCollections } from '#contract/standards/stac.ts'
import type { Services } from '../../context.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getCollections } from './collections.ts'
import { withQuery } from './item-pages.ts'
import { addressesOf } from './links.ts'
import { readBbox, readPeriod } from './read-place-and-time.ts'

interface CollectionSearch {
  limit: number
  token?: string
  bbox?: string
  datetime?: string
  q?: string
}

const PATH = '/stac/collections'

function meetsBox(bbox: string): (collection: StacCollection) => boolean {
  const [west, south, east, north] = readBbox(bbox)
  return ({ extent }) =>
    extent.spatial.bbox.some(([left, bottom, right, top]) => {
      const [reachesWest, reachesEast] = [left <= east, right >= west]
      const columns = west <= east ? reachesWest && reachesEast : reachesWest || reachesEast
      return columns && bottom <= north && top >= south
    })
}

function meetsPeriod(datetime: string): (collection: StacCollection) => boolean {
  const [from, to] = readPeriod(datetime)
  return ({ extent }) =>
    extent.temporal.interval.some(
      ([starts, ends]) =>
        (to === null || starts === null || Date.parse(starts) <= Date.parse(to)) &&
        (from === null || ends === null || Date.parse(ends) >= Date.parse(from)),
    )
}

function hasWords(q: string): (collection: StacCollection) => boolean {
  const phrases = q.split(',').map((phrase) => phrase.trim().toLowerCase())
  return ({ title, description, keywords }) => {
    const text = [title, description, ...keywords].join('\n').toLowerCase()
    return phrases.some((phrase) => text.includes(phrase))
  }
}

/** A page of the collections that meet all conditions; the token is the number of those before it. */
export async function searchCollections(
  { db, config }: Pick<Services, 'db' | 'config'>,
  query: CollectionSearch,
): Promise<Answer<typeof listStacCollections>> {
  const { limit, token = '0', bbox, datetime, q } = query
  if (!/^\d{1,4}$/.test(token))
    throw new ServiceError('bad-request', sentence`token must come from the link to the next page.`)
  const conditions = [
    ...(bbox === undefined ? [] : [meetsBox(bbox)]),
    ...(datetime === undefined ? [] : [meetsPeriod(datetime)]),
    ...(q === undefined ? [] : [hasWords(q)]),
  ]
  const all = await getCollections(db, config)
  const found = all.filter((collection) => conditions.every((meets) => meets(collection)))
  const end = Number(token) + limit
  const collections = found.slice(Number(token), end)
  const { link, root } = addressesOf(config)
  return {
    collections,
    links: [
      root,
      link('self', withQuery(PATH, { ...query })),
      link('parent', '/stac'),
      ...(end < found.length ? [link('next', withQuery(PATH, { ...query, token: String(end) }))] : []),
    ],
    numberMatched: found.length,
    numberReturned: collections.length,
  }
}
