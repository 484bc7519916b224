import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CountedList, FACET_FIELDS } from '#contract/lists/facet-fields.ts'
import { PERIODS } from '#contract/shapes.ts'
import { byName, everyCase } from '../every-case.ts'

type Key = number | string | boolean | Date | null
type Id = number | string
const PAGING = new Set(['limit', 'skip', 'sort_by', 'sort_order', 'then_by'])

/** A query and the facts that match it. */
export type ListFilter<Fact> = readonly [query: string | (() => string), keeps: (fact: Fact) => boolean]

/** The expected answers of a list, in plain JavaScript over the records that a test has created. */
export interface ListOracle<Fact> {
  endpoint: Endpoint
  /** Requests the list with this query, '' or '?…'. */
  ask: (query: string) => Promise<LightMyRequestResponse>
  facts: () => readonly Fact[]
  /** The tie-breaker, in the direction of the sort. */
  idOf: (fact: Fact) => Id
  /** The same for a row of the answer; default: its `id`. */
  idOfRow?: (row: never) => Id
  /** A key per name of `sort_by`: texts as people sort them, null last in both directions. */
  sorts: Record<string, (fact: Fact) => Key>
  /** Queries per filter; each matches some of the facts, and never all. */
  filters: Record<string, readonly ListFilter<Fact>[]>
  /** Filters that cannot be combined with `and`, such as those of a submission's layer, which one layer must match. */
  ofOnePart?: readonly string[]
  /** The values of a fact in each field that the list's facets count. */
  facets?: {
    ask: (query: string) => Promise<LightMyRequestResponse>
    values: Record<string, (fact: Fact) => readonly (string | number | null)[]>
  }
}

const words = new Intl.Collator('en')

function compareKeys(a: Exclude<Key, null>, b: Exclude<Key, null>): number {
  if (typeof a === 'string' && typeof b === 'string') return words.compare(a, b)
  return Number(a) - Number(b)
}

/** The facts in a sort's order. */
export function sorted<Fact>(
  facts: readonly Fact[],
  key: (fact: Fact) => Key,
  idOf: (fact: Fact) => Id,
  order: 'asc' | 'desc',
): Fact[] {
  const sign = order === 'asc' ? 1 : -1
  return facts.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    const byKey = a === null || b === null ? 0 : compareKeys(a, b)
    return sign * (byKey || compareKeys(idOf(one), idOf(other)))
  })
}

type Order = 'asc' | 'desc'

/** The facts by several keys, ties by id in the direction of the last one. */
export function sortedBy<Fact>(
  facts: readonly Fact[],
  keys: readonly (readonly [key: (fact: Fact) => Key, order: Order])[],
  idOf: (fact: Fact) => Id,
): Fact[] {
  const [last, lastOrder] = keys.at(-1)!
  return keys
    .slice(0, -1)
    .reduceRight(
      (before, [key, order]) =>
        sorted(before, key, (fact) => before.indexOf(fact) * (order === 'asc' ? 1 : -1), order),
      sorted(facts, last, idOf, lastOrder),
    )
}

/** Each sort followed by two others, in changing directions: the query and the keys. */
export function severalSorts<Fact>(sorts: Record<string, (fact: Fact) => Key>) {
  const names = Object.keys(sorts)
  return names.map((first, i) => {
    const [second, third] = [names[(i + 3) % names.length], names[(i + 7) % names.length]]
    const down = i % 2 === 0
    const columns: [name: string, order: Order][] = [
      [first, down ? 'desc' : 'asc'],
      [second, down ? 'asc' : 'desc'],
      [third, 'desc'],
    ]
    return {
      query: `sort_by=${first}&sort_order=${down ? 'desc' : 'asc'}&then_by=${down ? '' : '-'}${second}&then_by=-${third}`,
      // A column that was named before has no effect.
      keys: columns
        .filter(([name], at) => columns.findIndex(([other]) => other === name) === at)
        .map(([name, order]) => [sorts[name], order] as const),
    }
  })
}

/** Every sort in both directions, every filter, and pairs of filters, compared with the oracle. */
export function describeList<Fact>(name: string, oracle: ListOracle<Fact>): void {
  const { ask, facts, idOf, sorts, filters, ofOnePart = [] } = oracle
  const idOfRow = oracle.idOfRow ?? (({ id }: { id: number }) => id)
  const shape = oracle.endpoint.query!.shape
  const page = async (query: string) => {
    const response = await ask(query)
    expect(response.statusCode, `${query}: ${response.body}`).toBe(200)
    const { content, totalElements } = response.json() as { content: never[]; totalElements: number }
    return { ids: content.map(idOfRow), totalElements }
  }
  const kept = (keeps: (fact: Fact) => boolean) => new Set(facts().filter(keeps).map(idOf))

  describe(name, () => {
    it('has an oracle for every sort and every filter of the contract', () => {
      const options = shape.sort_by as unknown as { unwrap(): { options: string[] } }
      expect(Object.keys(sorts).toSorted()).toEqual(options.unwrap().options.toSorted())
      const fields = Object.keys(shape).filter((field) => !PAGING.has(field))
      expect(Object.keys(filters).toSorted()).toEqual(fields.toSorted())
    })

    everyCase(
      'sorts by every column in both directions, ties by id, nulls last, over pages too',
      Object.keys(sorts).flatMap((sort) =>
        (['asc', 'desc'] as const).map((order) => [`${sort} ${order}`, sort, order] as const),
      ),
      async (sort, order) => {
        const expected = sorted(facts(), sorts[sort], idOf, order).map(idOf)
        expect(new Set(facts().map((fact) => String(sorts[sort](fact)))).size).toBeGreaterThan(1)
        const query = `sort_by=${sort}&sort_order=${order}`
        expect((await page(`?limit=1000&${query}`)).ids).toEqual(expected)
        const third = Math.ceil(expected.length / 3)
        const middle = await page(`?limit=${third}&skip=${third}&${query}`)
        expect(middle).toEqual({ ids: expected.slice(third, 2 * third), totalElements: expected.length })
      },
    )

    it('sorts by several columns, over pages too', async () => {
      for (const { query, keys } of severalSorts(sorts)) {
        const expected = sortedBy(facts(), keys, idOf).map(idOf)
        expect((await page(`?limit=1000&${query}`)).ids, query).toEqual(expected)
        const third = Math.ceil(expected.length / 3)
        expect(await page(`?limit=${third}&skip=${third}&${query}`), query).toEqual({
          ids: expected.slice(third, 2 * third),
          totalElements: expected.length,
        })
      }
    })

    const cases = Object.entries(filters).flatMap(([field, list]) =>
      list.map(([query, keeps], i) => ({ field, name: `${field} ${i + 1}`, query, keeps })),
    )
    const textOf = (query: string | (() => string)) => (typeof query === 'string' ? query : query())
    everyCase('filters by every field', byName(cases), async ({ query, keeps }) => {
      const wanted = kept(keeps)
      expect(wanted.size, 'the filter should find something').toBeGreaterThan(0)
      expect(wanted.size, 'the filter should leave something out').toBeLessThan(facts().length)
      const found = await page(`?limit=1000&${textOf(query)}`)
      expect(new Set(found.ids)).toEqual(wanted)
      expect(found.totalElements).toBe(wanted.size)
      expect((await page(`?limit=1&${textOf(query)}`)).totalElements).toBe(wanted.size)
    })

    if (cases.length > 1)
      it('matches both of two filters', async () => {
        for (const [i, one] of cases.entries()) {
          const other = cases[(i + 3) % cases.length]
          if (one.field === other.field || [one, other].every(({ field }) => ofOnePart.includes(field)))
            continue
          const found = await page(`?limit=1000&${textOf(one.query)}&${textOf(other.query)}`)
          const both = kept((fact) => one.keeps(fact) && other.keeps(fact))
          expect(new Set(found.ids), `${one.name} and ${other.name}`).toEqual(both)
        }
      })

    if (!oracle.facets) return
    const { ask: askFacets, values } = oracle.facets
    it('has an oracle for every field that is counted', () => {
      expect(Object.keys(values)).toEqual(FACET_FIELDS[oracle.endpoint.name as CountedList])
    })
    everyCase(
      "counts rows by every field with the other filters, without the field's own",
      Object.keys(values).map((field, at) => [field, field, at] as const),
      async (field, at) => {
        const others = cases.filter(
          (one) => one.field !== field && !(ofOnePart.includes(field) && ofOnePart.includes(one.field)),
        )
        const own = cases
          .filter((one) => one.field === field)
          .slice(0, 1)
          .map(({ query }) => ({ query, keeps: () => true }))
        const asked = [...own, ...others.filter((_one, i) => i % 4 === at % 4)]
        for (const { query, keeps } of [{ query: '', keeps: () => true }, ...asked]) {
          const expected = countValues(facts().filter(keeps), values[field])
          const response = await askFacets(`?field=${field}&${textOf(query)}`)
          expect(response.statusCode, `${textOf(query)}: ${response.body}`).toBe(200)
          const { content, totalElements } = response.json() as {
            content: { value: string; count: number }[]
            totalElements: number
          }
          expect(new Map(content.map(({ value, count }) => [value, count])), textOf(query)).toEqual(expected)
          expect(totalElements).toBe(expected.size)
          expect(content.map(({ count }) => count)).toEqual([...expected.values()].toSorted((a, b) => b - a))
        }
      },
    )
    it('counts by no other field, and has no pages', async () => {
      const [field] = Object.keys(values)
      for (const query of ['?field=id', `?field=${field}&limit=5`, `?field=${field}&sort_by=id`, ''])
        expect((await askFacets(query)).statusCode, query).toBe(422)
    })
  })
}

/** A fact counts once for each of its values. */
function countValues<Fact>(
  facts: readonly Fact[],
  valuesOf: (fact: Fact) => readonly (string | number | null)[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const fact of facts)
    for (const value of new Set(valuesOf(fact)))
      if (value !== null) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return counts
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** One case per period; the facts need times of today and of 3, 20 and 40 days ago. */
export function periodFilters<Fact>(field: string, timeOf: (fact: Fact) => Date): ListFilter<Fact>[] {
  const dayOf = (time: Date) => time.toISOString().slice(0, 10)
  const first = {
    today: () => dayOf(daysAgo(0)),
    last_7_days: () => dayOf(daysAgo(6)),
    last_30_days: () => dayOf(daysAgo(29)),
    this_month: () => `${dayOf(daysAgo(0)).slice(0, 7)}-01`,
  }
  return PERIODS.map((period) => [`${field}=${period}`, (fact) => dayOf(timeOf(fact)) >= first[period]()])
}

/** Picks by a seeded generator: an item of a list, or null now and then. */
export function picker(random: () => number) {
  return {
    one: <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)],
    maybe: <T>(items: readonly T[], share = 0.25): T | null =>
      random() < share ? null : items[Math.floor(random() * items.length)],
    chance: (share = 0.5) => random() < share,
    int: (from: number, to: number) => from + Math.floor(random() * (to - from + 1)),
  }
}
