import { useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Download } from 'lucide-react'
import type { List } from '~/components/data-table/address/list.ts'
import { SavedViewsMenu } from '~/components/data-table/views/saved-views-menu.tsx'
import { ExportDialog } from './export-dialog.tsx'

/** What every list offers besides its filters. */
export function ListTools<R>({ list, shown }: { list: List<R>; shown?: readonly string[] | undefined }) {
  const { call, pluralNoun, result } = list
  const [open, setOpen] = useState<'export'>()
  return (
    <>
      <SavedViewsMenu list={list} />
      <Button variant="quiet" size="small" onClick={() => setOpen('export')}>
        <Download aria-hidden="true" />
        <span className="max-[449px]:sr-only">Export</span>
      </Button>
      {open === 'export' && (
        <ExportDialog
          call={call}
          shown={shown}
          pluralNoun={pluralNoun}
          total={result.data?.totalElements}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
