import type { CollectionVersion } from '#contract/rasters/collection-versions.ts'
import { capitalised } from '~/lib/capitalised.ts'

/** What a version changed, as parts of one sentence. */
export function formatChanges({ changes, restored_from, population_band }: CollectionVersion): string {
  if (changes === null)
    return restored_from === null ? 'First version' : `Restored from version ${restored_from}`
  const { added, removed, reordered, regrouped, population } = changes
  const parts = [
    restored_from !== null && `restored from version ${restored_from}`,
    added.length > 0 && `added ${added.join(', ')}`,
    removed.length > 0 && `removed ${removed.join(', ')}`,
    reordered && 'another order',
    regrouped && 'other series',
    population && (population_band ? `population band ${population_band.name}` : 'no population band'),
  ].filter((part) => part !== false)
  return capitalised(parts.length > 0 ? parts.join('; ') : 'Other years of a series')
}
