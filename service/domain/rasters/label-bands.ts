import { words } from '#contract/rasters/asset-list.ts'
import { visibleName } from '#contract/shapes.ts'
import type { RasterInfo } from '../../raster/cells/read.ts'

type Labelled = Pick<RasterInfo, 'labels'>

const UNIT = words(50)
/** As writers number bands that have no name. */
const NUMBERED = /^(band|layer|lyr|channel)[ ._-]?\d*$/i

/** The unit of a band (counted from 1) in the file's metadata; empty if there is none that fits. */
export const unitOf = ({ labels }: Labelled, band = 1): string =>
  UNIT.safeParse(labels?.[band - 1]?.unit).data ?? ''

/** The names that the file gives its bands: undefined where there is none, or two bands share it. */
export function namesOf({ labels = [] }: Labelled): (string | undefined)[] {
  const names = labels.map(({ name }) => visibleName.safeParse(name).data)
  return names.map((name) =>
    name === undefined || NUMBERED.test(name) || names.filter((one) => one === name).length > 1
      ? undefined
      : name,
  )
}
