import { Link } from '@tanstack/react-router'
import { formatCounts } from '~/components/findings/findings.ts'
import { FindingsList } from '~/components/findings/findings-list.tsx'
import { ValidationGrid } from '~/components/findings/validation-grid.tsx'
import { ShowAllRows } from '~/components/findings/show-all-rows.tsx'
import { useRowLimit } from '~/components/findings/use-row-limit.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Download } from 'lucide-react'
import { count } from '~/lib/figures.ts'
import { saveCsv } from '~/lib/files/save-csv.ts'
import { type BulkAnswer, annotatedCsv, validatedSheet } from './sheet-template.ts'

const formatRows = (n: number) => `${count(n)} row${n === 1 ? '' : 's'}`
const formatBands = (n: number) => `${count(n)} band${n === 1 ? '' : 's'}`

/** What was catalogued, or what prevents it: counts, findings, the sheet with each finding at its cell. */
export function BulkResult({
  answer,
  name,
  onGood,
  onAll,
}: {
  answer: BulkAnswer
  /** Name of the sheet. */
  name: string
  /** Undefined: the files are no longer chosen. */
  onGood?: () => void
  onAll?: () => void
}) {
  const { catalogued, rows, good_rows, findings, bands } = answer
  const validated = validatedSheet(answer)
  const { rowLimit, show, showAll } = useRowLimit(validated.rows)
  const counts = formatCounts(findings)
  const sound = findings.every(({ severity }) => severity !== 'error')
  const annotated = findings.length > 0 && (
    <Button
      variant="secondary"
      size="small"
      onClick={() => saveCsv(annotatedCsv(answer), `${name.replace(/\.\w+$/, '')}-findings.csv`)}
    >
      <Download aria-hidden="true" />
      Download with findings
    </Button>
  )
  return (
    <section aria-label="Result" className="flex min-w-0 flex-col gap-3">
      {catalogued ? (
        <Alert
          tone={bands.length === rows ? 'success' : 'warning'}
          title={`${formatBands(bands.length)} catalogued`}
        >
          {bands.length < rows && (
            <p>
              {formatRows(rows - bands.length)} left out. Fix {rows - bands.length === 1 ? 'it' : 'them'} in a
              separate sheet.
            </p>
          )}
          <ul aria-label="New bands" className="mt-1 flex max-h-40 flex-wrap gap-x-4 overflow-auto">
            {bands.map((band) => (
              <li key={band.id}>
                <Link
                  to="/raster/band-catalog/$id"
                  params={{ id: String(band.id) }}
                  className="break-all text-link hover:underline"
                >
                  {band.name}
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-2">{annotated}</div>
        </Alert>
      ) : sound ? (
        <Alert
          tone={findings.length > 0 ? 'warning' : 'success'}
          title={`${formatRows(rows)} ready to upload${counts && `, ${counts}`}`}
        >
          <div className="mt-2 flex flex-wrap gap-2">
            {onAll && (
              <Button size="small" onClick={onAll}>
                Upload {formatBands(rows)}
              </Button>
            )}
            {annotated}
          </div>
        </Alert>
      ) : (
        <Alert tone="error" title={`${counts} in ${formatRows(rows)}`}>
          <p>
            Nothing was added to the catalog.{' '}
            {good_rows > 0
              ? `${count(good_rows)} of ${formatRows(rows)} ${good_rows === 1 ? 'has' : 'have'} no error.`
              : 'Fix the marked cells and choose the sheet again.'}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {good_rows > 0 && onGood && (
              <Button size="small" onClick={onGood}>
                Upload the {formatBands(good_rows)} without errors
              </Button>
            )}
            {annotated}
          </div>
        </Alert>
      )}
      {findings.length > 0 && <FindingsList findings={findings} onShow={show} />}
      {validated.rows.length > 0 && (
        <ValidationGrid label="Sheet" validation={validated} rowLimit={rowLimit} />
      )}
      {validated.rows.length > rowLimit && <ShowAllRows rows={validated.rows.length} onShow={showAll} />}
    </section>
  )
}
