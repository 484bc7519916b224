import { basename, dirname } from 'node:path'
import { type RotatingFileStream, createStream } from 'rotating-file-stream'

export interface LogLimits {
  /** A file that has grown to this size is put aside as `NAME.log.1` and begun anew. */
  maxMiB: number
  /** How many files are kept aside, the oldest having the highest number. */
  files: number
}

/** A log file that rotates while it is written. What cannot be written is lost; the process goes on. */
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
