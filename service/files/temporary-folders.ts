import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const KINDS = ['layer', 'process'] as const
const OWNED = new RegExp(`^strata-(?:${KINDS.join('|')})-(\\d+)-`)

/**
 * An empty folder of this process, outside the file store: nothing in it is a result yet. Its name identifies the
 * owner.
 */
export const makeTemporaryFolder = (kind: (typeof KINDS)[number]): Promise<string> =>
  mkdtemp(join(tmpdir(), `strata-${kind}-${process.pid}-`))

/** Removes the folders of dead processes; returns how many. */
export async function sweepTemporaryFolders(): Promise<number> {
  let swept = 0
  for (const name of await readdir(tmpdir())) {
    const pid = OWNED.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true })
    swept++
  }
  return swept
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
