import { useQueries, useQuery } from '@tanstack/react-query'
import { MOST_PROFILES } from '#contract/viewing/viewing.ts'
import type { Place } from '~/components/map/base/map-place.ts'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { assetQuery } from '~/server/assets.functions.ts'
import { bandQuery } from '~/server/bands.functions.ts'
import type { BandStyle, ChangeStyle } from '~/components/rasters/band-style.ts'
import { ProfilePanel } from './profile-panel.tsx'

/** The profile of a band, with up to three more bands of its asset. */
export function BandProfile({
  band,
  style,
  onStyleChange,
  line,
  onLine,
  onClose,
}: {
  band: { id: number; name: string; unit: string; asset_id: number }
  style: BandStyle
  onStyleChange: ChangeStyle
  line: readonly Place[]
  onLine: (line: readonly Place[]) => void
  onClose: () => void
}) {
  const asset = useQuery(assetQuery(band.asset_id))
  const otherIds = (style.profile_with ?? []).filter((id) => id !== band.id)
  const others = useQueries({ queries: otherIds.map((id) => bandQuery(id)) })
  const bands = [band, ...others.flatMap(({ data }) => data ?? [])]
  const siblings = (asset.data?.bands ?? []).filter(({ id }) => id !== band.id)
  const toggle = (id: number, on: boolean) => {
    const next = on ? [...otherIds, id] : otherIds.filter((one) => one !== id)
    onStyleChange({ profile_with: next.length > 0 ? next : undefined }, { replace: true })
  }
  return (
    <ProfilePanel
      rasters={bands.map(({ id, name, unit }) => ({ name: `band-${id}`, label: name, unit }))}
      line={line}
      onLine={onLine}
      onClose={onClose}
      choice={
        siblings.length > 0 && (
          <fieldset className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-sm">
            <legend className="mb-1 font-medium">More bands of this asset, up to three</legend>
            {siblings.map(({ id, name }) => (
              <label key={id} htmlFor={`profile-${id}`} className="flex items-center gap-2">
                <Checkbox
                  id={`profile-${id}`}
                  checked={otherIds.includes(id)}
                  disabled={!otherIds.includes(id) && otherIds.length >= MOST_PROFILES - 1}
                  onCheckedChange={(on) => toggle(id, on === true)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        )
      }
    />
  )
}
