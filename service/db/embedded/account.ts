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

/** An existing cluster keeps its owner; a new one made by root goes to `postgres`, else to `nobody`. */
export function chooseAccount(cluster: string | null): Account {
  const own = process.getuid?.() ?? 0
  if (own !== 0) return { name: 'self', uid: own, gid: process.getgid?.() ?? 0, other: false }
  const owner = cluster === null ? undefined : statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0)
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid, other: true }
  const entries = passwd()
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody')
  if (!entry) return { name: 'nobody', uid: 65_534, gid: 65_534, other: true }
  return { name: entry[0], uid: Number(entry[2]), gid: Number(entry[3]), other: true }
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
