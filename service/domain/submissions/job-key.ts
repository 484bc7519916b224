import type { Layer } from '../../db/schema.ts'

const MAX_PREFIX = 180

/** The readable part of a job's key, e.g. 'ben-stunting-dhs-2018-r1'; the job's id follows and makes it unique. */
export function jobKeyPrefix(
  layer: Pick<Layer, 'iso3_code' | 'target' | 'source' | 'source_wave' | 'round'>,
): string {
  const parts = [layer.iso3_code, layer.target, layer.source, layer.source_wave].map(slug).filter(Boolean)
  const round = slug(layer.round)
  if (round) parts.push(`r${round}`)
  return parts.join('-').slice(0, MAX_PREFIX).replace(/-+$/, '')
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
