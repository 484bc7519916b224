import { feature, mesh } from 'topojson-client'
import worldUrl from 'world-atlas/countries-50m.json?url'
import type { FeatureCollection, MultiLineString } from 'geojson'
import type { GeometryCollection, Topology } from 'topojson-specification'

export interface CountryOutlines {
  land: FeatureCollection
  borders: MultiLineString
}

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

let outlines: Promise<CountryOutlines> | undefined

/** Natural Earth's countries at 1:50 million, a file on our own server; fetched once, or again after a failure. */
export function loadCountryOutlines(): Promise<CountryOutlines> {
  outlines ??= fetchOutlines().catch((error: unknown) => {
    outlines = undefined
    throw error
  })
  return outlines
}

async function fetchOutlines(): Promise<CountryOutlines> {
  const response = await fetch(worldUrl)
  if (!response.ok) throw new Error(`The country outlines answered ${response.status}.`)
  const world = (await response.json()) as World
  return {
    // Of countries, it would have every border twice.
    land: feature(world, world.objects.land),
    borders: mesh(world, world.objects.countries),
  }
}
