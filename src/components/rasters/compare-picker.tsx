import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { listBands } from '#contract/band-list.ts'
import { listJobs } from '#contract/jobs.ts'
import type { RasterName } from '#contract/viewing.ts'
import { failureMessage } from '~/api/api-error.ts'
import { ChoiceList } from '~/components/data-table/choice-list.tsx'
import type { Choice } from '~/components/data-table/filters.ts'
import { ErrorState } from '~/components/ui/error-state.tsx'
import { count } from '~/lib/figures.ts'
import { bandsQuery } from '~/server/bands.functions.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'
import type { MappedBand } from './band-map.tsx'

/** Bands are searched by name in the service, completed jobs among the latest. */
const MOST = 200

/** Bands whose extent overlaps that of this one, and means of the completed jobs of its country. */
export function ComparePicker({
  band,
  onChoose,
}: {
  band: MappedBand
  onChoose: (name: RasterName) => void
}) {
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const bands = useQuery(
    bandsQuery(listBands.query.parse({ name: asked || undefined, overlaps: band.id, limit: MOST })),
  )
  const jobs = useQuery(
    jobsQuery(
      listJobs.query.parse({
        status: ['completed'],
        iso3_code: band.iso3_code ?? undefined,
        sort_order: 'desc',
        limit: MOST,
      }),
    ),
  )
  const shown = bands.data?.content.filter(({ id }) => id !== band.id)
  const choices: Choice[] | undefined = shown &&
    jobs.data && [
      ...shown.map(({ id, name, unit, year }) => ({
        value: `band-${id}`,
        label: name,
        note: [unit, year].filter(Boolean).join(' · '),
      })),
      ...jobs.data.content.map(({ id, country, target }) => ({
        value: `job-${id}-mean`,
        label: `${country} · ${target}, job ${id}`,
        note: 'mean',
      })),
    ]

  // The list is loaded after the popover has opened, which would have focused its field.
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])

  const failed = [bands, jobs].find(({ isError }) => isError)
  if (failed?.error) {
    return (
      <ErrorState
        message={failureMessage(failed.error)}
        onRetry={() => void failed.refetch()}
        busy={failed.isFetching}
      />
    )
  }
  return (
    <div ref={panel} className="flex flex-col gap-2">
      <ChoiceList
        single
        label="bands and job outputs"
        choices={choices}
        selected={[]}
        onToggle={onChoose}
        onText={setText}
      />
      <p className="text-xs text-muted">
        Bands whose extent overlaps, and means of completed jobs
        {band.iso3_code !== null && ' of the same country'}.
        {bands.data &&
          bands.data.totalElements > MOST &&
          ` Shown: ${MOST} of ${count(bands.data.totalElements)} bands; type a name to find the others.`}
      </p>
    </div>
  )
}
