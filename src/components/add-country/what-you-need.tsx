import { FileSpreadsheet, Images, MapPinned, Users } from 'lucide-react'

const FILES = [
  [
    MapPinned,
    'Outlines',
    'GeoJSON, GeoPackage or zipped shapefile of the country or its admin units, with names and codes.',
  ],
  [Images, 'Covariates', 'GeoTIFF rasters that cover the country, such as elevation or travel time.'],
  [Users, 'Population', 'Optional: a GeoTIFF of people per cell. It weights the means of the admin units.'],
  [
    FileSpreadsheet,
    'Survey',
    'CSV with one row per cluster: its id, longitude, latitude, numerator and denominator.',
  ],
] as const

/** What to have ready before choosing a country. */
export function WhatYouNeed() {
  return (
    <section aria-labelledby="at-hand" className="flex max-w-prose flex-col gap-3">
      <h2 id="at-hand" className="text-base font-semibold">
        Files you need
      </h2>
      <ul className="flex flex-col gap-3">
        {FILES.map(([Icon, name, about]) => (
          <li key={name} className="flex gap-3">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
            <div>
              <p className="font-medium">{name}</p>
              <p className="text-muted">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
