import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, accountMay, chooseAccount, identity } from './account.ts'
import { STAGE, prepareBinaries, programs } from './binaries.ts'

/** The location of a database, stored in its folder's `place.json`, so that deleting the folder starts over. */
export interface Place {
  cluster: string
  native: string
  account: Account
  password: string
}

interface Remembered {
  cluster?: string
  native?: string
}

const readJson = (path: string): Remembered => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Remembered
  } catch {
    return {}
  }
}

function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** A folder that the account can enter: the preferred one, or one below /var/lib/strata. */
function reachableCluster(folder: string, account: Account): string {
  const wanted = join(folder, 'cluster')
  if (!account.other) return wanted
  const trial = join(folder, 'trial')
  mkdirSync(trial, { recursive: true, mode: 0o700 })
  chownSync(trial, account.uid, account.gid)
  const reached = accountMay(account, 'w', trial)
  rmSync(trial, { recursive: true })
  if (reached) return wanted
  const staged = join(STAGE, randomBytes(8).toString('hex'))
  try {
    mkdirSync(staged, { recursive: true, mode: 0o755 })
    chmodSync(STAGE, 0o755)
    // Shows anyone who cleans up here which data folder it belongs to.
    writeFileSync(join(staged, 'origin'), `${folder}\n`, { mode: 0o600 })
    return join(staged, 'cluster')
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and the user ${account.name} can enter neither ${folder} nor ${staged}. Start as an ordinary user, choose another DATA_DIR, or name a server in DATABASE_URL.`,
      { cause },
    )
  }
}

function run(command: string, args: string[], account: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...identity(account),
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with code ${code}: ${said.trim()}`)),
    )
  })
}

async function createCluster(place: Place, secretFolder: string): Promise<void> {
  const parent = dirname(place.cluster)
  for (const name of readdirSync(parent))
    if (name.startsWith('cluster.new')) rmSync(join(parent, name), { recursive: true, force: true })
  const unfinished = join(parent, `cluster.new${process.pid}`)
  const secret = join(secretFolder, 'initial')
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(secret, `${place.password}\n`, { mode: 0o600 })
  if (place.account.other)
    for (const path of [unfinished, secret]) chownSync(path, place.account.uid, place.account.gid)
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=strata', '--auth=scram-sha-256', `--pwfile=${secret}`]
    const initdb = programs(place.native).initdb
    await run(initdb, [`--pgdata=${unfinished}`, ...locale, ...access, '--data-checksums'], place.account)
    renameSync(unfinished, place.cluster)
  } finally {
    rmSync(secret, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Finds or creates a data folder's database; an interrupted creation leaves nothing that is used later. */
export async function prepareCluster(folder: string, socketFolder: string): Promise<Place> {
  mkdirSync(folder, { recursive: true })
  const memory = join(folder, 'place.json')
  const remembered = readJson(memory)
  const usual = join(folder, 'cluster')
  const known = [usual, remembered.cluster].find((path) => path && existsSync(path)) ?? null
  if (!known && remembered.cluster)
    throw new Error(
      `The database of ${folder} was kept in ${remembered.cluster}, which no longer exists. Restore it from a backup, or delete ${folder} to start with an empty database.`,
    )
  const account = chooseAccount(known)
  if (account.other) chownSync(socketFolder, account.uid, account.gid)
  const cluster = known ?? reachableCluster(folder, account)
  const native = prepareBinaries(account, remembered.native)
  // The default location is not stored, so that a moved or copied data folder uses its own database.
  const elsewhere = cluster === usual ? {} : { cluster }
  writeWhole(memory, `${JSON.stringify({ ...elsewhere, native }, null, 2)}\n`)
  const secret = join(folder, 'password')
  if (!existsSync(secret)) {
    if (known)
      throw new Error(
        `The database in ${cluster} has lost its password (${secret}). Restore the file from a backup, or delete ${folder} to start with an empty database.`,
      )
    writeWhole(secret, randomBytes(24).toString('base64url'))
  }
  const place = { cluster, native, account, password: readFileSync(secret, 'utf8').trim() }
  if (!known) await createCluster(place, socketFolder)
  return place
}
