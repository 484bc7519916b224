import { basename, dirname } from 'node:path'
import { type RotatingFileStream, createStream } from 'rotating-file-stream'

export interface LogLimits {
  /** A file of this size is rotated to `NAME.log.1`, and a new one is started. */
  maxMiB: number
  /** How many rotated files are kept; the oldest has the highest number. */
  files: number
}

export interface LogFile {
  write(text: string): void
  end(): void
}

const REOPEN_MS = 1000

/**
 * A log file that rotates while it is written. What cannot be written, for example to a full disk, is lost; the process
 * continues, and the file as soon as it can be written again.
 */
export function openLogFile(path: string, { maxMiB, files }: LogLimits): LogFile {
  let lost = 0
  let isFailing = false
  let reopenAt = 0
  let stream: RotatingFileStream | null = open()

  function open(): RotatingFileStream {
    const fresh = createStream(basename(path), {
      path: dirname(path),
      size: `${maxMiB}M`,
      rotate: files,
      mode: 0o600,
    })
    fresh.on('error', (error) => {
      if (!isFailing) console.error(`${path} cannot be written: ${error.message}`)
      isFailing = true
      stream = null
      reopenAt = performance.now() + REOPEN_MS
    })
    fresh.on('warning', (error) => console.error(`${path} cannot be rotated: ${error.message}`))
    return fresh
  }

  function reopen(): RotatingFileStream {
    const fresh = open()
    const missing = lost
    // The last line before the loss may be incomplete; of the first lines that failed together, some were written.
    fresh.write(`\nUp to ${missing} lines are missing here: the file could not be written.\n`, (error) => {
      if (error) return
      lost -= missing
      isFailing = false
    })
    return fresh
  }

  return {
    write(text) {
      if (!stream && performance.now() >= reopenAt) stream = reopen()
      if (!stream) return void lost++
      stream.write(text, (error) => {
        if (error) lost++
      })
    },
    end: () => void stream?.end(),
  }
}
