import { expect, it } from 'vitest'
import { greatCircleKm } from '#service/geometry/great-circle.ts'
import { meansOverPlaces, truePlaces, weighByPeople } from '#service/domain/surveys/true-places.ts'

const clusters = { longitude: Float64Array.of(36, -75), latitude: Float64Array.of(-6, 60) }
const kmOf = ({ cluster, longitude, latitude }: ReturnType<typeof truePlaces>) =>
  Array.from(cluster, (i, place) =>
    greatCircleKm(clusters.longitude[i], clusters.latitude[i], longitude[place], latitude[place]),
  )

it('places lie uniformly by distance, up to 2 km around urban clusters and 5 km around others', () => {
  const places = truePlaces(clusters, Uint8Array.of(1, 0))
  expect(new Set(places.weight)).toEqual(new Set([1]))
  for (const [i, reach] of [2, 5].entries()) {
    const km = kmOf(places).filter((_, place) => places.cluster[place] === i)
    for (const share of [0.25, 0.5, 0.75, 1])
      expect(km.filter((one) => one < share * reach).length / km.length).toBeCloseTo(share, 0)
    expect(km.reduce((sum, one) => sum + one, 0) / km.length).toBeCloseTo(reach / 2, 1)
    const [x, y] = (['longitude', 'latitude'] as const).map((axis) => {
      const ofCluster = places[axis].filter((_, place) => places.cluster[place] === i)
      return ofCluster.reduce((sum, one) => sum + one, 0) / ofCluster.length - clusters[axis][i]
    })
    expect(Math.hypot(x, y)).toBeLessThan(1e-9)
  }
  expect(Math.max(...kmOf(truePlaces(clusters, null)))).toBeGreaterThan(4)
})

it('only places that belong to the cluster remain', () => {
  const east = truePlaces(clusters, null, (i, longitude) => longitude > clusters.longitude[i])
  expect(east.longitude.every((x, place) => x > clusters.longitude[east.cluster[place]])).toBe(true)
  expect(truePlaces(clusters, null, (i) => i === 1).cluster).not.toContain(0)
})

it('places across 180 degrees are on the other side', () => {
  const { longitude } = truePlaces(
    { longitude: Float64Array.of(179.99), latitude: Float64Array.of(-17) },
    null,
  )
  expect(longitude.filter((x) => x < -179.9).length).toBeGreaterThan(20)
  expect(longitude.every((x) => Math.abs(x) <= 180)).toBe(true)
})

it('a mean counts people, and places that have a value; without any, the own value stays', () => {
  const places = {
    ...clusters,
    cluster: Int32Array.of(0, 0, 0, 1, 1, 2, 2),
    weight: new Float64Array(7).fill(1),
  }
  const values = Float64Array.of(1, 2, Number.NaN, 4, 8, Number.NaN, Infinity)
  const own = Float64Array.of(0, 0, 3, 5)
  expect([...meansOverPlaces(places, values, own)]).toEqual([1.5, 6, 3, 5])
  const weighed = weighByPeople(places, Float64Array.of(30, 10, 60, 0, 0, 1, 1))
  expect([...meansOverPlaces(weighed, values, own)]).toEqual([1.25, 6, 3, 5])
})
