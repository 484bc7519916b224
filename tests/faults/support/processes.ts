import { readFileSync, readdirSync } from 'node:fs'

interface Process {
  pid: number
  parent: number
  command: string
}

/** Every process on this machine, without zombies. */
export function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
    } catch {
      return []
    }
  })
}

/** All descendants of `pid`, including itself. */
export function familyOf(pid: number): Process[] {
  const all = processes()
  const found = all.filter((one) => one.pid === pid)
  for (const { pid: of } of found) found.push(...all.filter(({ parent }) => parent === of))
  return found
}

/** The environment with which a process was started. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
