import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import { changePlaceGroupVersion } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { placeGroupName } from './place-group-labels.ts'
import { Button } from '~/components/ui/button.tsx'
import { CircleCheck, CircleSlash, Ellipsis, Pin, Trash2 } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { DeletePlaceGroup } from './delete-place-group.tsx'
import { useChangePlaceGroup } from './use-place-group-call.ts'

/** Default, active, delete: what the version's state allows. To change the default, choose another one. */
export function PlaceGroupMenu({
  version,
  me,
  words = false,
  onDeleted,
}: {
  version: PlaceGroupVersion
  me: Me
  /** A button with a label, on the version's page. */
  words?: boolean
  onDeleted?: () => Promise<void>
}) {
  const { busy, makeDefault, activate, deactivate } = useChangePlaceGroup(version)
  const [deleting, setDeleting] = useState(false)
  if (version.is_default || !may(me, changePlaceGroupVersion)) return null
  const label = `Actions for ${placeGroupName(version)}`
  return (
    <>
      <Menu
        label={label}
        trigger={
          <Button
            variant={words ? 'secondary' : 'quiet'}
            size={words ? 'medium' : 'smallIcon'}
            aria-label={label}
          >
            <Ellipsis aria-hidden="true" />
            {words && 'Actions'}
          </Button>
        }
      >
        {version.active && (
          <MenuItem disabled={busy} onSelect={makeDefault}>
            <Pin aria-hidden="true" />
            Make default
          </MenuItem>
        )}
        {version.active ? (
          <MenuItem disabled={busy} onSelect={deactivate}>
            <CircleSlash aria-hidden="true" />
            Deactivate
          </MenuItem>
        ) : (
          <MenuItem disabled={busy} onSelect={activate}>
            <CircleCheck aria-hidden="true" />
            Activate
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem className="text-error" onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
      {deleting && (
        <DeletePlaceGroup version={version} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}
