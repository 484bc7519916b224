import type { OutlineFinding } from './outline-types.ts'

/** A finding's place, in words. */
export function sayFinding(
  file: string,
  { feature, message }: Pick<OutlineFinding, 'feature' | 'message'>,
): string {
  return feature === null ? `${file}: ${message}` : `${file}, feature ${feature}: ${message}`
}
