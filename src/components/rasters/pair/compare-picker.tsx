import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { runName } from '#common/run-name.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import type { RasterName } from '#contract/viewing/viewing.ts'
import { failureMessage } from '~/api/api-error.ts'
import { ChoiceList } from '~/components/data-table/filters/choice-list.tsx'
import type { Choice } from '~/components/data-table/filters/filters.ts'
import { Button } from '~/components/ui/button.tsx'
import { Spinner } from '~/components/ui/spinner.tsx'
import { TYPING_MS, useSettled } from '~/components/ui/use-settled.ts'
import { count } from '~/lib/figures.ts'
import { bandsQuery } from '~/server/bands.functions.ts'
import type { MappedBand } from '~/components/rasters/band-map.tsx'
import { MOST_JOBS, foundJobsQuery } from '~/components/rasters/find-jobs.ts'

const MOST_BANDS = 200

/** Bands whose extent overlaps that of this one, and means of completed jobs; the service searches both. */
export function ComparePicker({
  band,
  onChoose,
}: {
  band: MappedBand
  onChoose: (name: RasterName) => void
}) {
  const [typed, setTyped] = useState('')
  const text = typed.trim().slice(0, 200)
  const settledText = useSettled(text, text || null, TYPING_MS)
  const bands = useQuery(
    bandsQuery(
      listBands.query.parse({ name: settledText || undefined, overlaps: band.id, limit: MOST_BANDS }),
    ),
  )
  const jobs = useQuery(foundJobsQuery(settledText, band.iso3_code ?? undefined))
  const failed = [bands, jobs].find(({ isError, isFetching }) => isError && !isFetching)
  const isSearching = settledText !== text || bands.isFetching || jobs.isFetching
  const choices: Choice[] | undefined = bands.data &&
    jobs.data && [
      ...bands.data.content
        .filter(({ id }) => id !== band.id)
        .map(({ id, name, unit, year }) => ({
          value: `band-${id}`,
          label: name,
          note: [unit, year].filter(Boolean).join(' · '),
        })),
      ...jobs.data.jobs.map((job) => ({
        value: `job-${job.id}-mean`,
        label: `${runName(job, jobs.data.jobs)}, job ${job.id}`,
        note: 'mean',
      })),
    ]

  // The list is loaded after the popover has opened, which would have focused its field.
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])

  return (
    <div ref={panel} className="flex flex-col gap-2">
      <ChoiceList
        single
        label="bands and job outputs"
        placeholder="Band, job id or key, country, target, description"
        // A failed search has no choices; the reason is shown below.
        choices={choices ?? (failed ? [] : undefined)}
        selected={[]}
        onToggle={onChoose}
        onText={setTyped}
        // Until the answer is there, only those of the previous one that have the text.
        searched={!isSearching && !failed}
      />
      {failed?.error && !isSearching ? (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <p role="alert" className="min-w-0 flex-1 text-error">
            {failureMessage(failed.error)}
          </p>
          <Button variant="secondary" size="small" onClick={() => void failed.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <output className="flex items-center gap-2 text-xs text-muted">
          {isSearching && <Spinner />}
          {isSearching ? 'Searching bands and jobs…' : formatMatches(band, bands.data, jobs.data)}
        </output>
      )}
    </div>
  )
}

function formatMatches(
  { iso3_code }: MappedBand,
  bands: { totalElements: number } | undefined,
  jobs: { more: boolean } | undefined,
): string {
  const scope = `Bands whose extent overlaps, and means of completed jobs${iso3_code === null ? '' : ' of the same country unless you name another'}.`
  const fewerBands =
    bands && bands.totalElements > MOST_BANDS
      ? ` Shown: ${MOST_BANDS} of ${count(bands.totalElements)} bands; type a name to find the others.`
      : ''
  return `${scope}${fewerBands}${jobs?.more ? ` Shown: the latest ${MOST_JOBS} jobs; type more to find the others.` : ''}`
}
