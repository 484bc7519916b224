/**
 * Records each locked package's release date, according to the registry, in tests/security/release-dates.json. Run it
 * after changing the lock file (`npm run release-dates`); a test rejects releases younger than a week, since most
 * poisoned ones are found within days.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const AT_ONCE = 6
const DATES = new URL('../tests/security/release-dates.json', import.meta.url)
const LOCK = new URL('../package-lock.json', import.meta.url)
const run = promisify(execFile)

const lock = JSON.parse(readFileSync(LOCK, 'utf8')) as {
  packages: Record<string, { name?: string; version: string }>
}
const wanted = new Map<string, Set<string>>()
for (const [path, { name, version }] of Object.entries(lock.packages)) {
  if (path === '') continue
  const called = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  wanted.set(called, (wanted.get(called) ?? new Set()).add(version))
}

let known: Record<string, string> = {}
try {
  known = JSON.parse(readFileSync(DATES, 'utf8')) as Record<string, string>
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

const dates: Record<string, string> = {}
const missing: string[] = []
const queue = [...wanted]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [name, versions] = next
      const keys = [...versions].map((version) => ({ version, key: `${name}@${version}` }))
      const isKnown = keys.every(({ key }) => key in known)
      const published: Record<string, string> = isKnown
        ? {}
        : (JSON.parse(
            (await run('npm', ['view', name, 'time', '--json'], { maxBuffer: 2 ** 26 })).stdout,
          ) as never)
      for (const { version, key } of keys) {
        const date = known[key] ?? published[version]?.slice(0, 10)
        if (date) dates[key] = date
        else missing.push(key)
      }
    }
  }),
)
const sorted = Object.fromEntries(Object.entries(dates).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(DATES, `${JSON.stringify(sorted, null, 2)}\n`)
console.log(`${Object.keys(sorted).length} releases noted.`)
if (missing.length > 0) {
  console.error(`The registry has no date for ${missing.join(', ')}.`)
  process.exitCode = 1
}
