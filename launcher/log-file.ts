import { basename, dirname } from 'node:path'
import { type RotatingFileStream, createStream } from 'rotating-file-stream'

export interface LogLimits {
  /** A file of this size is rotated to `NAME.log.1`, and a new one is started. */
  maxMiB: number
  /** How many rotated files are kept; the oldest has the highest number. */
  files: number
}

/** A log file that rotates while it is written. What cannot be written is lost; the process continues. */
export function openLogFile(path: string, { maxMiB, files }: LogLimits): RotatingFileStream {
  const log = createStream(basename(path), {
    path: dirname(path),
    size: `${maxMiB}M`,
    rotate: files,
    mode: 0o600,
  })
  log.on('error', (error) => console.error(`${path} cannot be written: ${error.message}`))
  log.on('warning', (error) => console.error(`${path} cannot be rotated: ${error.message}`))
  return log
}
