import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The user that initdb and postgres run as; both refuse root. */
export interface Account {
  name: string
  uid: number
  gid: number
  /** True when we are root and hand the work to another user. */
  other: boolean
}

const passwd = (): string[][] => {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
  } catch {
    return []
  }
}

const NOBODY: Account = { name: 'nobody', uid: 65_534, gid: 65_534, other: true }

/** Whom root hands PostgreSQL to, the best first. */
function candidates(): Account[] {
  const entries = passwd()
  const found = ['postgres', 'nobody'].flatMap((wanted) => entries.filter(([name]) => name === wanted))
  return [
    ...found.map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid), other: true })),
    NOBODY,
  ]
}

/** Users whose folders root may trust as its own. */
export const serviceAccounts = (): number[] => candidates().map(({ uid }) => uid)

/** An existing cluster keeps its owner; a new one made by root goes to `postgres`, else to `nobody`. */
export function chooseAccount(cluster: string | null): Account {
  const own = process.getuid?.() ?? 0
  const owner = cluster === null ? undefined : statSync(cluster, { throwIfNoEntry: false })
  if (own !== 0) {
    if (owner && owner.uid !== own)
      throw new Error(
        `The database in ${cluster} belongs to another user (number ${owner.uid}). Start as that user or as root, or choose another DATA_DIR.`,
      )
    return { name: 'self', uid: own, gid: process.getgid?.() ?? 0, other: false }
  }
  if (owner && owner.uid !== 0)
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid, other: true }
  return candidates()[0]
}

/** What `spawn` needs so that the child runs as the account. */
export const identity = (account: Account): { uid?: number; gid?: number } =>
  account.other ? { uid: account.uid, gid: account.gid } : {}

/** Asks the system itself, by trying: folders above, access lists and mounts all count. */
export function accountMay(account: Account, access: 'x' | 'w', path: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', `test -${access} "$1"`, 'sh', path], {
    cwd: '/',
    stdio: 'ignore',
    ...identity(account),
  })
  return tried.status === 0
}
