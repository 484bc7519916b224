import { closeSync, copyFileSync, existsSync, openSync, renameSync, statSync, truncateSync } from 'node:fs'

export interface LogLimits {
  maxMiB: number
  files: number
}

/** Opened in append mode for the server, so that it always writes at the current end. */
export const openServerLog = (path: string): number => openSync(path, 'a', 0o600)

/**
 * Rotates a log that has grown too large to `.1`, `.2` … The server keeps the file open, so it is truncated in place.
 */
export function rotateServerLog(path: string, { maxMiB, files }: LogLimits): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= maxMiB * 2 ** 20) return
  for (let n = files - 1; n >= 1; n--)
    if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
  closeSync(openSync(`${path}.1`, 'a', 0o600))
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}
