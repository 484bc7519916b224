import { use } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { NamesOfRecords } from './record-names.ts'

/** The entry's details; people mentioned by id are shown by name. */
export function DetailCell({ entry: { detail } }: { entry: AuditEntry }) {
  const { person } = use(NamesOfRecords)
  if (detail === null) return <span className="text-muted">–</span>
  const words = detail.replace(/\bpeople:(\d+)/g, (_, id: string) => person.found.get(id) ?? `person ${id}`)
  return (
    <span className="line-clamp-2 max-w-80 break-words max-[699px]:max-w-full" title={words}>
      {words}
    </span>
  )
}
