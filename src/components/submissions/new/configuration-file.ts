import { CONFIGURATION_MAX_BYTES, POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import { sizeLimit } from '#common/file-size.ts'
import { SAMPLE_FORMATS, validateConfiguration } from '#contract/submissions/submissions.ts'
import { hasEnding } from '~/lib/has-ending.ts'

export const CONFIGURATION_ENDINGS = SAMPLE_FORMATS.map((format) => `.${format}`)
const MAX_POINTS_FILES = validateConfiguration.files.surveys.maxCount

/** Why a chosen file cannot be a configuration, or undefined. */
export function configurationProblem(file: File): string | undefined {
  if (!hasEnding(file.name, CONFIGURATION_ENDINGS)) {
    return `‘${file.name}’ is not a configuration. Choose a file that ends in ${CONFIGURATION_ENDINGS.join(', ')}.`
  }
  if (file.size === 0) return `‘${file.name}’ is empty. Fill in at least one layer, or start from a sample.`
  if (file.size > CONFIGURATION_MAX_BYTES) {
    return `‘${file.name}’ is larger than ${sizeLimit(CONFIGURATION_MAX_BYTES)}. Split it into several submissions.`
  }
  return undefined
}

export function pointsProblem(files: readonly File[]): string | undefined {
  if (files.length > MAX_POINTS_FILES)
    return `At most ${MAX_POINTS_FILES} points files go with a configuration.`
  const large = files.find((file) => file.size > POINTS_MAX_BYTES)
  return large && `‘${large.name}’ is larger than ${sizeLimit(POINTS_MAX_BYTES)}.`
}

/** The same bytes are validated and sent, even if the file on disk changes in between. */
export async function snapshot(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}

/** 'benin_stunting-2018.xlsx' → 'benin stunting 2018' */
export const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 200)

/** Sent with each attempt for one validated file and title, so that a repeated request changes nothing. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
