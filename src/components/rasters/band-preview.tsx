import { useState } from 'react'
import type { BandLook } from './band-look.ts'
import { BandMap, type MappedBand } from './band-map.tsx'

/** A small map of a band whose display settings are not in the address, for screens with other content. */
export function BandPreview({ band }: { band: MappedBand }) {
  const [look, setLook] = useState<BandLook>({})
  return (
    <BandMap low band={band} look={look} onLook={(change) => setLook((old) => ({ ...old, ...change }))} />
  )
}
