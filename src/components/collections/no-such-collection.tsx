import { NoSuchRecord } from '~/components/shell/failures/no-such-record.tsx'

export function NoSuchCollection() {
  return (
    <NoSuchRecord what="band collection" to="/raster/band-collection" back="Back to the band collections" />
  )
}
