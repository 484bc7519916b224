import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Collection } from '#contract/rasters/collection-list.ts'
import type { CollectionVersion } from '#contract/rasters/collection-versions.ts'
import { changeCollection } from '#contract/rasters/collections.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { History, Trash2 } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { collectionVersionsQuery } from '~/server/collections.functions.ts'
import { formatJobCount } from './collection-columns.tsx'
import { type VersionChange, ChangeVersion } from './change-version.tsx'
import { formatChanges } from './version-labels.ts'

/** Who changed the bands when, newest first; its owner restores an older version, or deletes one that nothing uses. */
export function CollectionVersions({ collection }: { collection: Collection }) {
  const { me } = useRouteContext({ from: '/_authed/raster/band-collection/$id' })
  const { data, error, isFetching, refetch } = useQuery(collectionVersionsQuery(collection.id))
  const [change, setChange] = useState<VersionChange>()
  const changes = ownerMay(me, changeCollection, collection.created_by)
  return (
    <Card title="Versions">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <SkeletonLines lines={2} label="Loading the versions" />}
      {data && (
        <ol aria-label="Versions, newest first" className="divide-y">
          {data.content.map((version) => (
            <Version key={version.version} version={version} onChange={changes ? setChange : undefined} />
          ))}
        </ol>
      )}
      {data && data.totalElements > data.content.length && (
        <p className="text-muted">
          The newest {data.content.length} of {data.totalElements} versions.
        </p>
      )}
      {change && (
        <ChangeVersion collection={collection} change={change} onClose={() => setChange(undefined)} />
      )}
    </Card>
  )
}

function Version({
  version,
  onChange,
}: {
  version: CollectionVersion
  onChange?: (change: VersionChange) => void
}) {
  const { jobs } = version
  const number = version.version
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">
          <span className="font-medium">Version {number}</span>
          {version.current && (
            <Badge tone="info" className="ml-2">
              Current
            </Badge>
          )}{' '}
          <span className="text-muted">
            <RelativeTime iso={version.created_at} />
            {version.created_by_name && ` by ${version.created_by_name}`}
          </span>
        </p>
        <p className="break-words">
          {formatChanges(version)}
          <span className="text-muted">
            ,{' '}
            {jobs === 0
              ? 'not used by any job'
              : `used by ${formatJobCount(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`}
          </span>
        </p>
      </div>
      {onChange && !version.current && (
        <div className="flex gap-1">
          <Button
            variant="secondary"
            size="small"
            aria-label={`Restore version ${number}`}
            onClick={() => onChange({ kind: 'restore', version })}
          >
            <History aria-hidden="true" />
            Restore
          </Button>
          {jobs === 0 && (
            <Button
              variant="quiet"
              size="small"
              aria-label={`Delete version ${number}`}
              onClick={() => onChange({ kind: 'delete', version })}
            >
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
