import { Link } from '@tanstack/react-router'
import { type AuditRecord, type RecordKind, recordOf } from '#contract/audit-record.ts'
import type { AuditEntry, AuditResult } from '#contract/audit.ts'
import { JobKey } from '~/components/jobs/job-key.tsx'

const link = 'text-link hover:underline'

/** A record by its name, linked to its screen if it has one; the tooltip shows the filter's spelling. */
export function RecordCell({ entry }: { entry: AuditEntry }) {
  if (entry.record === null) return <span className="text-muted">–</span>
  const record = recordOf(entry)
  const more = record ? record.ids.length - 1 : 0
  return (
    <span title={entry.record} className="flex max-w-48 gap-1 max-[699px]:max-w-full min-[1200px]:max-w-56">
      <span className="truncate">
        {record ? (
          <First of={record} id={record.ids[0] ?? ''} entry={entry} />
        ) : (
          <Plain text={entry.record} />
        )}
      </span>
      {more > 0 && <span className="whitespace-nowrap text-muted">and {more.toLocaleString('en')} more</span>}
    </span>
  )
}

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

/** A rejected call could have named a record that never existed. */
function formatAbsence(kind: RecordKind, result: AuditResult): string {
  if (result !== 'ok') return 'not found'
  return kind === 'upload' ? 'used or discarded' : 'deleted'
}

function First({
  of: { kind, word },
  id,
  entry: { record_names, run_name, result },
}: {
  of: AuditRecord
  id: string
  entry: AuditEntry
}) {
  const name = record_names?.[0]
  if (name === undefined) return `${word} ${id}`
  if (name === null) {
    return (
      <>
        {/* The id of an upload says nothing to a reader; the tooltip has it. */}
        {kind === 'upload' ? word : `${word} ${id}`}
        <span className="text-muted"> ({formatAbsence(kind, result)})</span>
      </>
    )
  }
  if (kind === 'submission') {
    return (
      <>
        <Link to="/modeling/submission/$id" params={{ id }} className={link}>
          Submission {id}
        </Link>
        <span className="text-muted"> {name}</span>
      </>
    )
  }
  if (kind === 'job') {
    // The sender of an invalid call could have named anything.
    if (!name.includes('-')) return `Job ${id}`
    return (
      <span className="flex items-baseline gap-1">
        Job{' '}
        <Link
          to="/spatial-catalog/report/$jobKey"
          params={{ jobKey: name }}
          title={run_name ? `${run_name}, ${name}` : name}
          className={`${link} min-w-0 grow`}
        >
          {run_name ?? <JobKey jobKey={name} />}
          {run_name && <span className="font-mono text-xs text-muted"> {name}</span>}
        </Link>
      </span>
    )
  }
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
