import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The user that initdb and postgres run as; neither runs as root. */
export interface Account {
  name: string
  uid: number
  gid: number
  /** True if this process is root and uses another user. */
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

/** The users that root can run PostgreSQL as, in order of preference. */
function candidates(): Account[] {
  const entries = passwd()
  const found = ['postgres', 'nobody'].flatMap((wanted) => entries.filter(([name]) => name === wanted))
  return [
    ...found.map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid), other: true })),
    NOBODY,
  ]
}

/** Users whose folders root may trust. */
export const serviceAccounts = (): number[] => candidates().map(({ uid }) => uid)

/** An existing cluster keeps its owner; a new one created by root belongs to `postgres`, else to `nobody`. */
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

/** The `spawn` options that run the child as the account. */
export const identity = (account: Account): { uid?: number; gid?: number } =>
  account.other ? { uid: account.uid, gid: account.gid } : {}

/** Tests access by trying: parent folders, access lists and mounts all count. */
export function accountMay(account: Account, access: 'x' | 'w', path: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', `test -${access} "$1"`, 'sh', path], {
    cwd: '/',
    stdio: 'ignore',
    ...identity(account),
  })
  return tried.status === 0
}
