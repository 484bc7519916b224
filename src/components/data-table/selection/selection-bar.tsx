import { Button } from '~/components/ui/button.tsx'
import { ChevronUp, X } from 'lucide-react'
import { Menu, MenuItem } from '~/components/ui/overlays/menu.tsx'
import type { RowAction } from '~/components/data-table/table/row-action.ts'

/** The number of selected rows and their actions; stays visible while the table scrolls. */
export function SelectionBar({
  count,
  elsewhere,
  actions,
  onClear,
}: {
  count: number
  /** Selected rows that are not on this page. */
  elsewhere: number
  actions: readonly RowAction[]
  onClear: () => void
}) {
  return (
    <section
      aria-label="Selected rows"
      className="sticky bottom-2 z-30 flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-control bg-raised py-1.5 pr-1.5 pl-3 shadow-float print:hidden"
    >
      <output className="font-medium whitespace-nowrap">
        {count.toLocaleString('en')} selected
        {elsewhere > 0 && (
          <span className="font-normal text-muted">, {elsewhere.toLocaleString('en')} on other pages</span>
        )}
      </output>
      <div className="flex flex-wrap items-center gap-1 max-[999px]:hidden">
        {actions.map(({ key, label, icon: Icon, disabled, danger, onSelect }) => (
          <Button
            key={key}
            variant="quiet"
            size="small"
            className={danger ? 'text-error!' : undefined}
            disabled={disabled}
            onClick={onSelect}
          >
            <Icon aria-hidden="true" />
            {label}
          </Button>
        ))}
      </div>
      <div className="ml-auto flex items-center gap-1">
        <div className="min-[1000px]:hidden">
          <Menu
            label="Actions for the selected rows"
            trigger={
              <Button variant="secondary" size="small">
                Actions
                <ChevronUp aria-hidden="true" />
              </Button>
            }
          >
            {actions.map(({ key, label, icon: Icon, disabled, danger, onSelect }) => (
              <MenuItem
                key={key}
                disabled={disabled}
                className={danger ? 'text-error' : undefined}
                onSelect={onSelect}
              >
                <Icon aria-hidden="true" />
                {label}
              </MenuItem>
            ))}
          </Menu>
        </div>
        <Button variant="quiet" size="smallIcon" aria-label="Clear the selection" onClick={onClear}>
          <X aria-hidden="true" />
        </Button>
      </div>
    </section>
  )
}
