import { chmodSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
/** For the databases, with their logs, and the rasters of a whole run. */
const ROOM_BYTES = 6 * 2 ** 30

/**
 * Where the tests keep their databases and files: in memory if it has room, else the system's own folder. Half of
 * PostgreSQL's time in the tests went to creating databases of 737 small files, which takes a twentieth as long there.
 */
export function temporaryFolder() {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    const room = Math.min(bavail * bsize, process.availableMemory() / 2)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === SHARED_MEMORY)
    if (room < ROOM_BYTES || mount === undefined || /\bnoexec\b/.test(mount)) return tmpdir()
    const folder = `${SHARED_MEMORY}/strata-tests-${process.getuid()}`
    mkdirSync(folder, { recursive: true })
    // Some tests run programs as another user, as PostgreSQL always does.
    chmodSync(folder, 0o1777)
    return folder
  } catch {
    // Not a Linux machine.
    return tmpdir()
  }
}
