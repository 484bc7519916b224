import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { listBands } from '#contract/rasters/band-list.ts'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Plus, Users } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { Label } from '~/components/ui/fields/label.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { formatResolution } from '~/components/rasters/raster-labels.ts'
import { bandsQuery } from '~/server/bands.functions.ts'
import type { BandChoice } from './band-choice.ts'

const SHOWN = 20

/** The catalog's bands by name, each with its possible roles. */
export function BandPicker({
  selection,
  populationId,
  iso3_code,
  onAdd,
  onPopulation,
}: {
  selection: readonly BandChoice[]
  populationId: number | undefined
  /** Only that country's bands, until all are requested. */
  iso3_code?: string
  onAdd: (band: BandChoice) => void
  onPopulation: (band: BandChoice) => void
}) {
  const id = useId()
  const countryName = useCountryName()
  const [words, setWords] = useState('')
  const [only, setOnly] = useState(iso3_code !== undefined)
  const name = useDeferredValue(words.trim())
  const { data, error, isFetching, refetch } = useQuery(
    bandsQuery(
      listBands.query.parse({
        limit: SHOWN,
        name: name || undefined,
        iso3_code: only ? iso3_code : undefined,
      }),
    ),
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Label htmlFor={id}>Search bands by name</Label>
      <Input
        id={id}
        type="search"
        maxLength={200}
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        // Enter would submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {iso3_code !== undefined && (
        <div className="flex items-center gap-2">
          <Checkbox
            id={`${id}-only`}
            checked={only}
            onCheckedChange={(checked) => setOnly(checked === true)}
          />
          <label htmlFor={`${id}-only`}>Only bands of {countryName(iso3_code)}</label>
        </div>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <SkeletonLines lines={5} label="Loading the bands" />}
      {data && (
        <>
          <output className="text-xs text-muted">
            {data.totalElements === 0
              ? name
                ? `No band has ‘${name}’ in its name`
                : 'No bands in the catalog yet'
              : data.totalElements > SHOWN
                ? `${SHOWN} of ${data.totalElements.toLocaleString('en')} bands; type to narrow them down`
                : `${data.totalElements} ${data.totalElements === 1 ? 'band' : 'bands'}`}
          </output>
          <ul aria-label="Bands found" className="max-h-96 divide-y overflow-auto">
            {data.content.map((band) => (
              <li key={band.id} className="flex flex-wrap items-center justify-end gap-2 py-1">
                <span className="min-w-0 flex-1 basis-44 break-words">
                  {band.name}
                  <span className="block text-xs text-muted">
                    {[band.unit, band.year, band.country ?? 'World', formatResolution(band.resolution_m)]
                      .filter((part) => part !== null && part !== '')
                      .join(' · ')}
                  </span>
                </span>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Use ${band.name} as population band`}
                  disabled={band.id === populationId}
                  onClick={() => onPopulation(band)}
                >
                  <Users aria-hidden="true" />
                  Population
                </Button>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Add ${band.name}`}
                  disabled={selection.length >= 100 || selection.some((one) => one.id === band.id)}
                  onClick={() => onAdd(band)}
                >
                  <Plus aria-hidden="true" />
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
