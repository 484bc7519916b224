import { useState } from 'react'
import { PROXY_PATH } from '~/api/address.ts'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  MAX_EXPORT_ROWS,
  XLSX_MAX_ROWS,
} from '#contract/lists/export-limits.ts'
import { exportPath } from '#contract/lists/beside-list.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { copyText } from '~/components/shell/snackbar/copy-text.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Copy, Download } from 'lucide-react'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { cn } from '~/lib/class-names.ts'
import { curlOf } from '~/lib/curl.ts'
import { queryString } from '~/lib/query-string.ts'
import type { ListCall } from '~/components/data-table/address/list.ts'

type Extent = 'every' | 'shown'

const NAMES: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' }
const grouped = (count: number) => count.toLocaleString('en')

/** All rows of a list as a file, and the list's call as a command. */
export function ExportDialog({
  call,
  shown,
  pluralNoun,
  total,
  onClose,
}: {
  call: ListCall
  /** Fields of the columns that the table shows; without a table there is no choice. */
  shown?: readonly string[] | undefined
  pluralNoun: string
  /** Undefined while the list loads. */
  total: number | undefined
  onClose: () => void
}) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [describe, setDescribe] = useState(true)
  const [bom, setBom] = useState(false)
  const [extent, setExtent] = useState<Extent>('every')
  const { limit, skip, ...filters } = call.query
  const most = mostRows(call, format)
  const tooMany = total !== undefined && most !== undefined && total > most
  const command = curlOf(`${call.path}?${queryString({ ...filters, limit, skip })}`)
  const file = `${PROXY_PATH}${exportPath(call)}?${queryString({ ...filters, format, describe, ...(format === 'csv' && bom && { bom }), ...(extent === 'shown' && { columns: shown }) })}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Export ${pluralNoun}`}
      description={`${formatRows(total)}, ${extent === 'shown' ? 'with the columns of the table' : 'with every field'}. ${formatLimit(call, format)}`}
    >
      <Segmented
        label="Format"
        value={format}
        options={EXPORT_FORMATS.map((value) => ({ value, label: NAMES[value] }))}
        onChange={setFormat}
      />
      {shown && shown.length > 0 && (
        <Segmented
          label="Columns"
          value={extent}
          options={[
            { value: 'every', label: 'Every field' },
            { value: 'shown', label: 'As shown' },
          ]}
          onChange={setExtent}
        />
      )}
      <div className="flex items-start gap-2">
        <Checkbox
          id="export-describe"
          className="mt-0.5"
          checked={describe}
          onCheckedChange={(checked) => setDescribe(checked === true)}
        />
        <label htmlFor="export-describe">
          {format === 'csv'
            ? 'Write the filters, the sort and the time above the header'
            : 'Write the filters, the sort and the time on a second sheet'}
          {format === 'csv' && (
            <span className="block text-sm text-muted">
              These lines begin with #. R and Python can skip them.
            </span>
          )}
        </label>
      </div>
      {format === 'csv' && (
        <div className="flex items-start gap-2">
          <Checkbox
            id="export-bom"
            className="mt-0.5"
            checked={bom}
            onCheckedChange={(checked) => setBom(checked === true)}
          />
          <label htmlFor="export-bom">
            Begin with a byte-order mark, for Excel
            <span className="block text-sm text-muted">
              Without one, a double-click in Excel shows &lsquo;Côte&rsquo; as &lsquo;CÃ´te&rsquo;, because it
              reads UTF-8 only with the mark. Other programs need none. Excel files have no such question.
            </span>
          </label>
        </div>
      )}
      {tooMany && (
        <Alert tone="warning">
          {`${grouped(total)} rows match. Narrow the filters to at most ${grouped(most)}.`}
        </Alert>
      )}
      <section className="flex flex-col gap-2 border-t pt-4" aria-label="The same rows in a script">
        <div className="flex items-center justify-between gap-2">
          <h3 className="text-sm font-semibold">This page in a script</h3>
          <Button
            variant="secondary"
            size="small"
            onClick={() => void copyText(command, 'The curl command was')}
          >
            <Copy aria-hidden="true" />
            Copy as curl
          </Button>
        </div>
        <pre
          aria-label="The curl command"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
          tabIndex={0}
          className="max-h-40 overflow-y-auto rounded bg-sunk p-3 text-xs break-all whitespace-pre-wrap"
        >
          {command}
        </pre>
        <p className="text-sm text-muted">
          Set STRATA_API to the address of your service and STRATA_TOKEN to an access token from your profile.
        </p>
      </section>
      <DialogButtons onCancel={onClose}>
        <a
          href={file}
          download
          aria-disabled={tooMany || undefined}
          className={cn(buttonClass(), tooMany && 'pointer-events-none opacity-55')}
          tabIndex={tooMany ? -1 : undefined}
          onClick={onClose}
        >
          <Download aria-hidden="true" />
          {`Download ${NAMES[format]}`}
        </a>
      </DialogButtons>
    </Dialog>
  )
}

/** Jobs are streamed, so only a sheet of Excel limits them. */
const isStreamed = ({ path }: ListCall) => path.startsWith('/modeling/v1/jobs')

function mostRows(call: ListCall, format: ExportFormat): number | undefined {
  if (!isStreamed(call)) return MAX_EXPORT_ROWS
  return format === 'xlsx' ? XLSX_MAX_ROWS - 100 : undefined
}

function formatRows(total: number | undefined): string {
  if (total === 1) return 'The one row that matches the filters'
  return `All ${total === undefined ? '' : `${grouped(total)} `}rows that match the filters, in the order shown`
}

function formatLimit(call: ListCall, format: ExportFormat): string {
  const most = mostRows(call, format)
  return most === undefined ? 'There is no limit.' : `At most ${grouped(most)} rows.`
}
