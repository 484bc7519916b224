import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { failureMessage } from '~/api/api-error.ts'
import { type Place, formatLine } from '~/components/map/base/map-place.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Download, X } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { figure } from '~/lib/figures.ts'
import { saveCsv } from '~/lib/files/save-csv.ts'
import { profileQuery } from '~/server/viewing.functions.ts'
import { lineQuery, lineText, readLineText } from './line-text.ts'
import { ProfileChart } from './profile-chart.tsx'
import { profileCsv } from './profile-csv.ts'
import type { ProfiledRaster } from './profiled-raster.ts'

/** Values along a line that is drawn on the map or typed, as charts, table and CSV. */
export function ProfilePanel({
  rasters,
  line,
  onLine,
  onClose,
  choice,
}: {
  rasters: readonly ProfiledRaster[]
  /** While it is being drawn, it may have fewer than two vertices. */
  line: readonly Place[]
  onLine: (line: readonly Place[]) => void
  onClose: () => void
  /** Control to choose more rasters. */
  choice?: ReactNode
}) {
  const enough = line.length >= 2
  const { data, error, isFetching, refetch } = useQuery({
    ...profileQuery(
      rasters.map(({ name }) => name),
      lineQuery(line),
    ),
    enabled: enough,
  })
  return (
    <section aria-label="Profile" className="flex min-w-0 flex-col gap-3 rounded border p-3">
      <div className="flex flex-wrap items-start gap-3">
        <LineField key={formatLine(line)} line={line} onLine={onLine} />
        <div className="flex-1" />
        {data && (
          <Button
            variant="secondary"
            onClick={() => saveCsv(profileCsv(data, rasters), `profile ${rasters[0].label}`)}
          >
            <Download aria-hidden="true" />
            Download CSV
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          <X aria-hidden="true" />
          Close the profile
        </Button>
      </div>
      {choice}
      {error && (
        <Alert tone="error" title="The values along the line could not be read">
          <p>{failureMessage(error)}</p>
          <Button variant="secondary" size="small" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {enough && !data && !error && <SkeletonLines lines={6} label="Reading the values along the line" />}
      {data && (
        <>
          <p className="tabular text-sm">{figure(data.length_km)} km</p>
          {groupsOf(rasters).map((group) => (
            <ProfileChart key={group.map(({ name }) => name).join()} profile={data} rasters={group} />
          ))}
        </>
      )}
    </section>
  )
}

/** Rasters with the same unit share a chart. */
function groupsOf(rasters: readonly ProfiledRaster[]) {
  const indexed = rasters.map((raster, index) => ({ ...raster, index }))
  const units = [...new Set(indexed.map(({ unit }) => unit))]
  return units.map((unit) => indexed.filter((raster) => raster.unit === unit))
}

function LineField({ line, onLine }: { line: readonly Place[]; onLine: (line: readonly Place[]) => void }) {
  const [text, setText] = useState(lineText(line))
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const apply = () => {
    const read = readLineText(text)
    if (typeof read === 'string') return setProblem(read)
    setProblem(null)
    if (formatLine(read) !== formatLine(line)) onLine(read)
  }
  return (
    <form
      className="flex w-full max-w-160 flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        Line
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-help`}
          className="tabular min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </div>
      <p id={`${id}-help`} className="text-xs text-muted">
        {problem ? (
          <span role="alert" className="text-error">
            {problem}
          </span>
        ) : (
          'Click two or more places on the map (with the keyboard: Enter at the crosshair), or enter latitude, longitude; latitude, longitude.'
        )}
      </p>
    </form>
  )
}
