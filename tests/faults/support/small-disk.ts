import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  /** Writes ballast until the disk is full. */
  fill(): void
  free(): void
  /** Creates empty files until there is no entry left for another. */
  fillEntries(): void
  makeReadOnly(): void
  makeWritable(): void
  unmount(): void
}

/** A file system of a few megabytes and `entries` files; null if mounting is not permitted. */
export function mountSmallDisk(mebibytes: number, entries = 100_000): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'strata-disk-'))
  const mounted = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${mebibytes}m,nr_inodes=${entries},mode=0777`,
    'tmpfs',
    path,
  ])
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true })
    return null
  }
  const ballast = join(path, '.ballast')
  const entriesFolder = join(path, '.entries')
  const remount = (how: 'ro' | 'rw') => {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,${how}`, path], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  return {
    path,
    fill() {
      mkdirSync(path, { recursive: true })
      const file = openSync(ballast, 'a')
      try {
        for (let size = 2 ** 20; size >= 1; size = statfsSync(path).bavail === 0 ? 0 : Math.floor(size / 2))
          try {
            for (;;) writeSync(file, randomBytes(size))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          }
      } finally {
        closeSync(file)
      }
    },
    free() {
      rmSync(ballast, { force: true })
      rmSync(entriesFolder, { force: true, recursive: true })
    },
    fillEntries() {
      mkdirSync(entriesFolder, { recursive: true })
      try {
        for (let n = 0; ; n++) closeSync(openSync(join(entriesFolder, String(n)), 'w'))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
    unmount() {
      spawnSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
