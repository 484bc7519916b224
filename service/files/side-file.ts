import { ServiceError } from '../service-error.ts'
import { sentence } from '../sentence.ts'

const SIDE_FILE = /(\.(aux|aux\.xml|ovr|msk|tfw|tifw|wld|tab|xml|imd|rpb|pvl)|_(rpc|mtl|metadata)\.txt)$/i

export const isSideFile = (name: string): boolean => SIDE_FILE.test(name)

export const noSideFile = () => new ServiceError('not-found', sentence`Rasters here have no side files.`)
