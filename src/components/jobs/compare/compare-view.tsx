import { runName } from '#common/run-name.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { PairModes } from '~/components/rasters/pair/pair-modes.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { commonSurfaces } from '~/components/jobs/report/map/surfaces.ts'
import { ComparedMaps, comparedSurface, hasMaps } from './compared-maps.tsx'
import { ComparedMetrics } from './compared-metrics.tsx'
import type { ChangeCompare, CompareSearch } from './compare-search.ts'
import { pairOf } from './compared.ts'
import { FilesDiffer } from './files-differ.tsx'
import { summarySentences } from './summary-sentences.ts'
import { WhatDiffers } from './what-differs.tsx'

/** Two to four jobs: two of their maps, what differs, and their metrics. */
export function CompareView({
  jobs,
  search,
  onChange,
}: {
  jobs: readonly JobReport[]
  search: CompareSearch
  onChange: ChangeCompare
}) {
  const mapped = jobs.filter(hasMaps)
  const pair = mapped.length > 1 ? pairOf(mapped, search) : undefined
  const sentences = pair ? summarySentences(pair) : []
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {sentences.length > 0 && (
        <ul aria-label="In short" className="flex max-w-prose flex-col gap-1 text-base">
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Card title="Maps">
        {pair ? (
          <>
            <div className="flex flex-wrap items-center gap-2 print:hidden">
              {mapped.length > 2 &&
                (['left', 'right'] as const).map((side, index) => (
                  <label key={side} className="flex items-center gap-2 text-sm">
                    {'AB'[index]}
                    <Select
                      value={pair[index].id}
                      onChange={({ target }) =>
                        onChange({
                          left: pair[0].id,
                          right: pair[1].id,
                          [side]: Number(target.value),
                        })
                      }
                    >
                      {mapped.map((job) => (
                        <option key={job.id} value={job.id} disabled={job.id === pair[1 - index].id}>
                          {runName(job, jobs)}, job {job.id}
                        </option>
                      ))}
                    </Select>
                  </label>
                ))}
              <PairModes mode={search.mode} onMode={(mode) => onChange({ mode })} />
              <Segmented
                label="Surface"
                value={comparedSurface(pair, search)}
                options={commonSurfaces(pair)}
                onChange={(surface) => onChange({ surface: surface === 'mean' ? undefined : surface })}
              />
            </div>
            <ComparedMaps
              key={`${pair[0].id}-${pair[1].id}`}
              pair={pair}
              search={search}
              onChange={onChange}
            />
          </>
        ) : (
          <Alert>Two of the jobs must be completed with maps before they can be compared on the map.</Alert>
        )}
      </Card>
      <Card title="What differs">
        <WhatDiffers jobs={jobs} />
        <FilesDiffer jobs={jobs} />
      </Card>
      <Card title="Metrics">
        <ComparedMetrics jobs={jobs} />
      </Card>
    </div>
  )
}
