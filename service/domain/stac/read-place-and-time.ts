import { dateTime } from '#contract/shapes.ts'
import { type SQL, sql } from '#drizzle'
import { type Sentence, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const wrong = (message: Sentence) => new ServiceError('bad-request', message)

const BBOX = sentence`bbox must be west,south,east,north in degrees, e.g. 0.7,6.1,3.9,12.5.`

type Box = readonly [west: number, south: number, east: number, north: number]

/** Heights of a box of six numbers are ignored. @throws ServiceError 'bad-request' */
export function readBbox(bbox: string | readonly number[]): Box {
  const numbers =
    typeof bbox === 'string' ? bbox.split(',').map((one) => (one.trim() === '' ? NaN : Number(one))) : bbox
  if ((numbers.length !== 4 && numbers.length !== 6) || !numbers.every(Number.isFinite)) throw wrong(BBOX)
  const [west, south, east, north] =
    numbers.length === 4 ? numbers : [numbers[0], numbers[1], numbers[3], numbers[4]]
  const onEarth =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90
  if (!onEarth || south > north) throw wrong(BBOX)
  return [west, south, east, north]
}

/** Items whose extent meets the box. @throws ServiceError 'bad-request' */
export function bboxCondition(bbox: string | readonly number[]): SQL {
  const [west, south, east, north] = readBbox(bbox)
  const rows = sql`item.extent[2] <= ${north}::float8 and item.extent[4] >= ${south}::float8`
  const reachesWest = sql`item.extent[1] <= ${east}::float8`
  const reachesEast = sql`item.extent[3] >= ${west}::float8`
  // Across the antimeridian, either side will do.
  return west <= east
    ? sql`(${rows} and ${reachesWest} and ${reachesEast})`
    : sql`(${rows} and (${reachesWest} or ${reachesEast}))`
}

const DATETIME = sentence`datetime must be a moment such as 2020-01-01T00:00:00Z, or an interval such as 2020-01-01T00:00:00Z/.. with one open end at most.`

function momentOf(text: string): string | null {
  if (text === '' || text === '..') return null
  const moment = text.toUpperCase()
  if (!dateTime.safeParse(moment).success) throw wrong(DATETIME)
  return moment
}

/** A moment is a period of no length; an open end is null. @throws ServiceError 'bad-request' */
export function readPeriod(datetime: string): readonly [from: string | null, to: string | null] {
  const parts = datetime.trim().split('/')
  const [from, to] = (parts.length === 1 ? [parts[0], parts[0]] : parts).map(momentOf)
  if (parts.length > 2 || (from === null && to === null)) throw wrong(DATETIME)
  if (from !== null && to !== null && Date.parse(from) > Date.parse(to)) throw wrong(DATETIME)
  return [from, to]
}

/** Items whose time meets the moment or interval. @throws ServiceError 'bad-request' */
export function datetimeCondition(datetime: string): SQL {
  const [from, to] = readPeriod(datetime)
  const conditions = [
    ...(to === null ? [] : [sql`item.starts <= ${to}::timestamptz`]),
    ...(from === null ? [] : [sql`item.ends >= ${from}::timestamptz`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}
