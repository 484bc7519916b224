import { readFile } from 'node:fs/promises'
import type { SAMPLE_FORMATS } from '#contract/submissions/submissions.ts'
import { MEDIA_TYPES } from '../../tables/format-of.ts'

type SampleFormat = (typeof SAMPLE_FORMATS)[number]

/** A complete configuration for the Nigerian sample; the files are in the repository, read at each call. */
export async function sample(
  format: SampleFormat,
): Promise<{ name: string; mediaType: string; content: Buffer }> {
  const url = new URL(`../../../samples/configuration.${format}`, import.meta.url)
  return {
    name: `configuration.${format}`,
    mediaType: MEDIA_TYPES[format],
    content: await readFile(url),
  }
}
