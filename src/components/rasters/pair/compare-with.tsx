import { useState } from 'react'
import type { RasterName } from '#contract/viewing/viewing.ts'
import { Button } from '~/components/ui/button.tsx'
import { Images } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import type { MappedBand } from '~/components/rasters/band-map.tsx'
import { ComparePicker } from './compare-picker.tsx'

/** Opens the list of what a band can be compared with. */
export function CompareWith({ band, onChoose }: { band: MappedBand; onChoose: (name: RasterName) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Compare with"
      align="end"
      className="w-96!"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary">
          <Images aria-hidden="true" />
          Compare with…
        </Button>
      }
    >
      <ComparePicker
        band={band}
        onChoose={(name) => {
          setOpen(false)
          onChoose(name)
        }}
      />
    </Popover>
  )
}
