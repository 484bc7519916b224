import { Link } from '@tanstack/react-router'
import type { listSurveys } from '#contract/surveys/survey-list.ts'
import type { SearchOf } from '~/components/data-table/address/search.ts'
import { Grid3x3, type LucideIcon, Map as MapIcon, Table2 } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'

const MODES = ['table', 'map', 'matrix'] as const
export type Mode = (typeof MODES)[number]
export const isMode = (mode: string): mode is Mode => MODES.some((one) => one === mode)

const looks: Record<Mode, { label: string; icon: LucideIcon }> = {
  table: { label: 'Table', icon: Table2 },
  map: { label: 'Map', icon: MapIcon },
  matrix: { label: 'Matrix', icon: Grid3x3 },
}

/** Three views of the same surveys; the filters stay. */
export function CatalogModes({ mode, search }: { mode: Mode; search: SearchOf<typeof listSurveys.query> }) {
  return (
    <nav aria-label="Views" className="flex gap-1 overflow-x-auto overflow-y-hidden border-b print:hidden">
      {MODES.map((one) => {
        const { label, icon: Icon } = looks[one]
        return (
          <Link
            key={one}
            to="/survey/catalog/{-$mode}"
            params={{ mode: one === 'table' ? undefined : one }}
            search={search}
            aria-current={one === mode ? 'page' : undefined}
            className={cn('view-tab', one === mode && 'current')}
          >
            <Icon aria-hidden="true" />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
