import { Link } from '@tanstack/react-router'
import { use } from 'react'
import type { AuditEntry, AuditResult } from '#contract/audit.ts'
import { JobKey } from '~/components/jobs/job-key.tsx'
import { type AuditRecord, recordOf } from './audit-record.ts'
import { NamesOfRecords } from './record-names.ts'

const link = 'text-link hover:underline'

/** A record by its name, linked to its screen if it has one; the tooltip shows the filter's spelling. */
export function RecordCell({ entry }: { entry: AuditEntry }) {
  if (entry.record === null) return <span className="text-muted">–</span>
  const known = recordOf(entry)
  const more = known ? known.ids.length - 1 : 0
  return (
    <span title={entry.record} className="flex max-w-48 gap-1 max-[699px]:max-w-full min-[1200px]:max-w-72">
      <span className="truncate">
        {known ? (
          <First of={known} id={known.ids[0] ?? ''} result={entry.result} />
        ) : (
          <Plain text={entry.record} />
        )}
      </span>
      {more > 0 && <span className="whitespace-nowrap text-muted">and {more.toLocaleString('en')} more</span>}
    </span>
  )
}

const isNumber = (id: string) => /^\d+$/.test(id)

const Plain = ({ text }: { text: string }) => <span className="font-mono text-xs">{text}</span>

const SCREENS = {
  asset: '/modeling/raster-assets/$id',
  band: '/raster/band-catalog/$id',
  collection: '/raster/band-collection/$id',
  dataset: '/worldpop/$id',
  placeGroup: '/place-groups/$id',
  project: '/projects/$id',
  survey: '/survey/catalog/survey/$id',
} as const

/** Their screens show the record among others, found by its name. */
const LISTS = { client: '/projects/clients', person: '/people', tag: '/tags' } as const

function First({ of: { kind, word }, id, result }: { of: AuditRecord; id: string; result: AuditResult }) {
  const names = use(NamesOfRecords)
  if (kind === 'other') return `${word} ${id}`
  const name = names[kind].found.get(id)
  if (names[kind].missing.has(id)) {
    return (
      <>
        {word} {id}
        {/* A rejected call could have named a record that never existed. */}
        <span className="text-muted"> ({result === 'ok' ? 'deleted' : 'not found'})</span>
      </>
    )
  }
  if (kind === 'submission') {
    return (
      <>
        <Link to="/modeling/submission/$id" params={{ id }} className={link}>
          Submission {id}
        </Link>
        {name !== undefined && <span className="text-muted"> {name}</span>}
      </>
    )
  }
  if (kind === 'job') {
    const key = isNumber(id) ? name : id
    // The sender of an invalid call could have named anything.
    if (key === undefined || !key.includes('-')) return `Job ${id}`
    return (
      <span className="flex items-baseline gap-1">
        Job{' '}
        <Link
          to="/spatial-catalog/report/$jobKey"
          params={{ jobKey: key }}
          title={key}
          className={`${link} min-w-0 grow`}
        >
          <JobKey jobKey={key} />
        </Link>
      </span>
    )
  }
  if (name === undefined) return `${word} ${id}`
  if (kind in LISTS) {
    return (
      <Link to={LISTS[kind as keyof typeof LISTS]} search={{ name }} className={link}>
        {kind === 'person' ? name : `${word} ${name}`}
      </Link>
    )
  }
  if (!Object.hasOwn(SCREENS, kind)) return `${word} ${name}`
  return (
    <Link to={SCREENS[kind as keyof typeof SCREENS]} params={{ id }} className={link}>
      {word} {name}
    </Link>
  )
}
