import { ServiceError } from '../../service-error.ts'
import { validateOutlines } from './validate-outlines.ts'
import type { OutlineFinding, Place, PlaceProperties } from './outline-types.ts'

/** A finding's place, in words. */
export function sayFinding(
  file: string,
  { feature, message }: Pick<OutlineFinding, 'feature' | 'message'>,
): string {
  return feature === null ? `${file}: ${message}` : `${file}, feature ${feature}: ${message}`
}

/** The features of a file of outlines as places. @throws ServiceError 'invalid' with the first error */
export function readPolygons(content: Buffer, properties: PlaceProperties, file: string): Place[] {
  const { places, findings } = validateOutlines({ content, properties, file, bounds: null, parents: null })
  const first = findings.find(({ severity }) => severity === 'error')
  if (first) throw new ServiceError('invalid', sayFinding(file, first))
  return places
}
