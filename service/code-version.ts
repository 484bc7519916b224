import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What a result depends on. */
const SOURCES = ['service', 'common', 'src/api/contract']
const GIT_MS = 5000

const { name, version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  name: string
  version: string
}

export interface CodeVersion {
  name: string
  version: string
  /** As the deployment or else git states it, with '-dirty' after changes; null if neither does. */
  commit: string | null
  /** SHA-256 of the program's sources, which differs with any change, stated or not. */
  build: string
}

export const codeVersion = (stated: string | undefined): CodeVersion => ({
  name,
  version,
  commit: stated ?? commitOf(ROOT),
  build: hashOf(ROOT),
})

/** Null without a clone or without git. */
export function commitOf(root: string): string | null {
  if (!existsSync(join(root, '.git'))) return null
  try {
    const words = ['-C', root, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
    return execFileSync('git', words, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: GIT_MS,
    }).trim()
  } catch {
    return null
  }
}

export function hashOf(root: string): string {
  const hash = createHash('sha256')
  const paths = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
  for (const path of [...paths, 'package-lock.json'].sort())
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}
