import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { ShowAllRows } from '~/components/findings/show-all-rows.tsx'
import { OutlinesPicture } from './outlines-picture.tsx'
import { placeGroupName } from './place-group-labels.ts'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { NONE, count } from '~/lib/figures.ts'
import { placesQuery } from '~/server/place-groups.functions.ts'

const FIRST_ROWS = 100

/** The outlines as an image, and each unit with its code. */
export function Places({ version }: { version: PlaceGroupVersion }) {
  const { data, error, isFetching, refetch } = useQuery(placesQuery(version.id))
  const [all, setAll] = useState(false)
  if (error && !data) {
    return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  }
  const features = data?.features ?? []
  const withParents = features.some(({ properties }) => properties.parent_code !== null)
  const rows = all ? features : features.slice(0, FIRST_ROWS)
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      <Card title="Outlines">
        {data ? (
          <OutlinesPicture features={features} label={`Outlines of ${placeGroupName(version)}`} />
        ) : (
          <SkeletonLines lines={12} label="Loading the outlines" />
        )}
        <p className="text-xs text-muted">Simplified for this picture. Layers use the full outlines.</p>
      </Card>
      <Card title={`${count(version.places)} ${version.places === 1 ? 'unit' : 'units'}`}>
        {!data ? (
          <SkeletonLines lines={8} label="Loading the units" />
        ) : (
          <>
            <section
              aria-label="Units, table"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
              tabIndex={0}
              className="max-h-[28rem] overflow-auto"
            >
              <table className="w-full text-left text-sm">
                <caption className="sr-only">Units</caption>
                <thead className="sticky top-0 bg-raised">
                  <tr className="border-b">
                    <th className="py-2 pr-4 font-medium">Name</th>
                    <th className="py-2 pr-4 font-medium">Code</th>
                    {withParents && <th className="py-2 font-medium">Unit above</th>}
                  </tr>
                </thead>
                <tbody className="divide-y">
                  {rows.map(({ properties: { code, name, parent_code } }) => (
                    <tr key={code}>
                      <td className="py-1.5 pr-4 break-words">{name}</td>
                      <td className="py-1.5 pr-4 font-mono text-xs break-all">{code}</td>
                      {withParents && <td className="py-1.5 font-mono text-xs">{parent_code ?? NONE}</td>}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            {rows.length < features.length && (
              <ShowAllRows rows={features.length} onShow={() => setAll(true)} />
            )}
          </>
        )}
      </Card>
    </div>
  )
}
